CREATE TABLE "identity"."clinic_token" (
	"id" uuid PRIMARY KEY NOT NULL,
	"clinic_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "clinic_token_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "identity"."clinic_token" ADD CONSTRAINT "clinic_token_clinic_id_clinic_account_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "identity"."clinic_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."clinic_token" ADD CONSTRAINT "clinic_token_member_id_clinic_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "identity"."clinic_member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "clinic_token_clinic_idx" ON "identity"."clinic_token" USING btree ("clinic_id","created_at","id");