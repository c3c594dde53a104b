ALTER TABLE "messaging"."typed_message" DROP CONSTRAINT "typed_message_text";--> statement-breakpoint
-- borne by 0.1.0: the bound is wider than the one that it keeps; empty text is what it reads as nothing typed
ALTER TABLE "messaging"."typed_message" ADD CONSTRAINT "typed_message_text" CHECK (char_length("messaging"."typed_message"."text") <= 4000);
