import { resolve } from 'node:path';

export const PRISMA_DIR = resolve(import.meta.dirname, '../../prisma');
export const MIGRATIONS_DIR = resolve(PRISMA_DIR, 'migrations');
