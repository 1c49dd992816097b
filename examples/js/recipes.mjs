// What docs/js.md shows of libraries beside this one; the tests run it.

// [standard]
import { TypeID } from 'sortid';
import { schema } from 'sortid/schema';

const userId = schema(TypeID, { prefix: 'user' });
userId['~standard'].validate('user_01h2xcejqtf2nbrexx3vqjhp41'); // { value: TypeID<'user'> }
userId['~standard'].validate('order_01h2xcejqtf2nbrexx3vqjhp41'); // { issues: [{ message }] }
// [/standard]

// [zod]
import { ULID } from 'sortid';
import { z } from 'zod';

const ulidInZod = z.string().transform((text, context) => {
  const { id, error } = ULID.tryParse(text);
  if (error === null) return id;
  context.addIssue(error.message);
  return z.NEVER;
});
const order = z.object({ id: ulidInZod, note: z.string() });
// [/zod]

// [valibot]
import * as v from 'valibot';

const ulidInValibot = v.pipe(v.string(), v.rawTransform(({ dataset, addIssue, NEVER }) => {
  const { id, error } = ULID.tryParse(dataset.value);
  if (error === null) return id;
  addIssue({ message: error.message });
  return NEVER;
}));
// [/valibot]

// [drizzle]
import { customType, pgTable, text } from 'drizzle-orm/pg-core';

const ulidColumn = customType({
  dataType: () => 'uuid',
  toDriver: (id) => id.uuid,
  fromDriver: (uuid) => ULID.fromUUID(uuid),
});
const orders = pgTable('orders', { id: ulidColumn('id').primaryKey().$defaultFn(() => new ULID()), note: text('note') });
// [/drizzle]

// [prisma]
import { uuidv7 } from 'sortid';

// new PrismaClient().$extends(withIds), for models with `id String @id @db.Uuid`
const withIds = {
  name: 'ids of sortid',
  query: {
    $allModels: {
      create: ({ args, query }) => query({ ...args, data: { id: uuidv7(), ...args.data } }),
      createMany: ({ args, query }) => query({ ...args, data: [args.data].flat().map((one) => ({ id: uuidv7(), ...one })) }),
    },
  },
};
// [/prisma]

export { order, orders, ulidInValibot, userId, withIds };
