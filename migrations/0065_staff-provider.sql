CREATE TABLE "identity"."staff_provider_link" (
	"id" uuid PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "identity"."staff_provider_round" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"session_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "staff_provider_round_session" CHECK (("identity"."staff_provider_round"."purpose" = 'sign-in') = ("identity"."staff_provider_round"."session_id" is null))
);
--> statement-breakpoint
-- borne by 0.1.0: a column without a default, which that build neither reads nor writes
ALTER TABLE "identity"."staff_session" ADD COLUMN "signed_in_by" text;--> statement-breakpoint
ALTER TABLE "identity"."staff_provider_link" ADD CONSTRAINT "staff_provider_link_staff_id_staff_account_id_fk" FOREIGN KEY ("staff_id") REFERENCES "identity"."staff_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_provider_link_subject_idx" ON "identity"."staff_provider_link" USING btree ("issuer","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_provider_link_staff_idx" ON "identity"."staff_provider_link" USING btree ("staff_id","issuer");