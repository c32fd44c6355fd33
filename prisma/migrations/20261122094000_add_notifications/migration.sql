-- The defaults note what is there, and what comes from elsewhere than a server with a bell, as told: it never rings.

-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "notified_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "notified_by" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "notify_after" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- Holds only what waits, so that it is empty where no bell is set. Prisma's schema has no partial indexes.
CREATE INDEX "messages_notify_after_idx" ON "messages"("notify_after") WHERE "notified_at" IS NULL;
