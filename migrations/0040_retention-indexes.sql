CREATE INDEX "session_ended_idx" ON "identity"."session" USING btree ("ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "ticket_closed_idx" ON "support"."ticket" USING btree ("closed_at") WHERE status = 'closed';--> statement-breakpoint
CREATE INDEX "ticket_closed_visitor_idx" ON "support"."ticket" USING btree ("closed_at") WHERE status = 'closed' and owner = 'visitor';