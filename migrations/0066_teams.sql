CREATE TABLE "exchange"."assignment" (
	"clinic_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	CONSTRAINT "assignment_clinic_id_lead_id_pk" PRIMARY KEY("clinic_id","lead_id")
);
--> statement-breakpoint
CREATE TABLE "identity"."clinic_member" (
	"id" uuid PRIMARY KEY NOT NULL,
	"clinic_id" uuid NOT NULL,
	"phone" text,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"holds_account" boolean DEFAULT false NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "clinic_member_number" CHECK (("identity"."clinic_member"."phone" is null) = ("identity"."clinic_member"."holds_account" or "identity"."clinic_member"."removed_at" is not null)),
	CONSTRAINT "clinic_member_holder" CHECK (not "identity"."clinic_member"."holds_account" or ("identity"."clinic_member"."role" = 'owner' and "identity"."clinic_member"."removed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "identity"."member_invite" (
	"id" uuid PRIMARY KEY NOT NULL,
	"clinic_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"phone" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"dropped_at" timestamp with time zone,
	CONSTRAINT "member_invite_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "identity"."session" DROP CONSTRAINT "session_full_has_subject";--> statement-breakpoint
ALTER TABLE "consultation"."photo_view" ADD COLUMN "member_id" uuid;--> statement-breakpoint
ALTER TABLE "identity"."passkey" ADD COLUMN "member_id" uuid;--> statement-breakpoint
ALTER TABLE "identity"."session" ADD COLUMN "member_id" uuid;--> statement-breakpoint
ALTER TABLE "messaging"."message" ADD COLUMN "member_id" uuid;--> statement-breakpoint
ALTER TABLE "offers"."revision" ADD COLUMN "member_id" uuid;--> statement-breakpoint
ALTER TABLE "identity"."clinic_member" ADD CONSTRAINT "clinic_member_clinic_id_clinic_account_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "identity"."clinic_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."member_invite" ADD CONSTRAINT "member_invite_clinic_id_clinic_account_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "identity"."clinic_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assignment_member_idx" ON "exchange"."assignment" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "assignment_lead_idx" ON "exchange"."assignment" USING btree ("lead_id");--> statement-breakpoint
CREATE UNIQUE INDEX "clinic_member_phone_idx" ON "identity"."clinic_member" USING btree ("phone","clinic_id");--> statement-breakpoint
CREATE UNIQUE INDEX "clinic_member_holder_idx" ON "identity"."clinic_member" USING btree ("clinic_id") WHERE holds_account;--> statement-breakpoint
CREATE INDEX "clinic_member_clinic_idx" ON "identity"."clinic_member" USING btree ("clinic_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "member_invite_open_idx" ON "identity"."member_invite" USING btree ("clinic_id","phone") WHERE used_at is null and dropped_at is null;--> statement-breakpoint
CREATE INDEX "member_invite_expires_idx" ON "identity"."member_invite" USING btree ("expires_at");--> statement-breakpoint
-- borne by 0.1.0: that build names no member in it
ALTER TABLE "identity"."passkey" ADD CONSTRAINT "passkey_member_id_clinic_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "identity"."clinic_member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- borne by 0.1.0: that build names no member in it
ALTER TABLE "identity"."session" ADD CONSTRAINT "session_member_id_clinic_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "identity"."clinic_member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_member_idx" ON "identity"."session" USING btree ("member_id") WHERE member_id is not null;--> statement-breakpoint
-- borne by 0.1.0: it holds for every session that that build opens, since those name no member
ALTER TABLE "identity"."session" ADD CONSTRAINT "session_full_has_owner" CHECK ("identity"."session"."phase" <> 'full' or num_nonnulls("identity"."session"."subject_id", "identity"."session"."member_id") = 1);--> statement-breakpoint
-- Whoever holds an account becomes the first owner, under the name that the clinic gave of its doctor.
INSERT INTO "identity"."clinic_member" ("id", "clinic_id", "name", "role", "holds_account", "locale", "created_at", "last_seen_at")
SELECT a."id", a."id", coalesce(c."doctor_name", ''), 'owner', true, a."locale", a."created_at", a."last_seen_at"
FROM "identity"."clinic_account" a LEFT JOIN "clinic_onboarding"."clinic" c ON c."id" = a."id";
