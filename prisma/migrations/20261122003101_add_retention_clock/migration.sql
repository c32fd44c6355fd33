-- CreateTable
CREATE TABLE "retention_clock" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "trusted_at" TIMESTAMPTZ NOT NULL,
    "seen_at" TIMESTAMPTZ NOT NULL,
    "steady_s" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "retention_clock_pkey" PRIMARY KEY ("id")
);
