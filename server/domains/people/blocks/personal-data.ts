import type { PersonalData } from '#server/platform/personal-data.ts'

export const blocksData = {
  blocks: {
    title: 'Personas que bloqueaste',
    why: 'two people who do not want to meet do not',
    of: ['user_id'],
    others: ['blocked_id'],
    take: ['created_at'],
    erase: { delete: true, by: ['user_id', 'blocked_id'] },
    keep: { account: true },
  },
} satisfies PersonalData
