import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMigration } from '../../prisma/new-migration.ts';
import { diffSchemas } from '../../prisma/schema-engine.ts';
import { PRISMA_DIR } from './migrations-dir.ts';
import { createEmptyDatabase, createTestFolder } from './support.ts';

let prismaDir: string;
beforeEach(() => {
  prismaDir = createTestFolder();
  cpSync(PRISMA_DIR, prismaDir, { recursive: true });
});

function editSchema(from: string, to: string) {
  const file = join(prismaDir, 'schema.prisma');
  const schema = readFileSync(file, 'utf8');
  expect(schema).toContain(from);
  writeFileSync(file, schema.replace(from, to));
}

async function create(name: string): Promise<string> {
  return createMigration(name, prismaDir, await createEmptyDatabase());
}

function sqlOf(folder: string): string {
  return readFileSync(join(prismaDir, 'migrations', folder, 'migration.sql'), 'utf8');
}

function allFiles(): string[] {
  return readdirSync(prismaDir, { recursive: true }).map(String).sort();
}

const A_TEXT = '  text        String\n';

describe('a new migration', () => {
  it('holds the SQL of the change, and the next one starts from there', async () => {
    editSchema(A_TEXT, `${A_TEXT}  favourite_tide       String?\n`);
    const first = await create('add_favourite_tide');
    expect(first).toMatch(/^\d{14}_add_favourite_tide$/);
    expect(sqlOf(first)).toBe('-- AlterTable\nALTER TABLE "messages" ADD COLUMN     "favourite_tide" TEXT;\n');

    editSchema(A_TEXT, `${A_TEXT}  city        String?\n`);
    const second = await create('add_city');
    expect(sqlOf(second)).toBe('-- AlterTable\nALTER TABLE "messages" ADD COLUMN     "city" TEXT;\n');
    expect(second > first).toBe(true);
  });

  it('comes after the last one by name also where the clock is behind', async () => {
    mkdirSync(join(prismaDir, 'migrations/29991231235958_of_the_future'));
    writeFileSync(join(prismaDir, 'migrations/29991231235958_of_the_future/migration.sql'), 'SELECT 1;');
    editSchema(A_TEXT, `${A_TEXT}  favourite_tide       String?\n`);
    expect(await create('add_favourite_tide')).toBe('29991231235959_add_favourite_tide');
  });

  it.each(['', 'Add favourite_tide', 'add-favourite_tide', '_favourite_tide', '../evil', 'telefône'])(
    'is not written under the name %j',
    async (name) => {
      editSchema(A_TEXT, `${A_TEXT}  favourite_tide       String?\n`);
      const before = allFiles();
      await expect(create(name)).rejects.toThrow(/The name says/);
      expect(allFiles()).toEqual(before);
    },
  );

  it('is not written where nothing changed, only a comment did, or the schema is none', async () => {
    const before = allFiles();
    await expect(create('nothing')).rejects.toThrow(/change it first/);
    editSchema(A_TEXT, `  /// What they wrote.\n${A_TEXT}`);
    await expect(create('nothing')).rejects.toThrow(/change it first/);
    editSchema(A_TEXT, '  text Sting\n');
    await expect(create('wrong')).rejects.toThrow(/schema\.prisma cannot be read[\s\S]*Sting/);
    expect(allFiles()).toEqual(before);
  });

  it('that cannot be applied after the others is not left behind', async () => {
    editSchema(A_TEXT, `${A_TEXT}  favourite_tide       String?\n`);
    mkdirSync(join(prismaDir, 'migrations/20991231235958_by_hand'));
    writeFileSync(
      join(prismaDir, 'migrations/20991231235958_by_hand/migration.sql'),
      'ALTER TABLE messages ADD favourite_tide INT;',
    );
    const before = allFiles();
    await expect(create('add_favourite_tide')).rejects.toThrow(/could not be migrated/);
    expect(allFiles()).toEqual(before);
  });
});

describe('snapshot.prisma', () => {
  it('is the schema of today: no change waits for its migration', async () => {
    const [snapshot, schema] = ['migrations/snapshot.prisma', 'schema.prisma'].map((file) =>
      readFileSync(join(PRISMA_DIR, file), 'utf8'),
    );
    expect(await diffSchemas(await createEmptyDatabase(), String(snapshot), String(schema))).toMatch(/empty migration/);
  });
});
