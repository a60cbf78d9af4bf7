import type { RoomData } from '#server/platform/room-data.ts'

export const blocksData = {
  tables: {
    blocks: {
      app: 'write',
      title: 'Personas que bloqueaste',
      why: 'two people who do not want to meet do not',
      of: ['user_id'],
      others: ['blocked_id'],
      take: ['created_at'],
      erase: { delete: true, by: ['user_id', 'blocked_id'] },
      keep: { account: true },
    },
  },
  views: ['blocked_pairs'],
  functions: ['parties_apart'],
} satisfies RoomData
