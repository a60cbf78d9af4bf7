import type { RoomData } from '#server/platform/room-data.ts'

/** Days for which lapsed signatures are stored; the audit trail keeps them longer. */
const LAPSES_DAYS = 180

export const proposalsData = {
  tables: {
    signature_lapses: {
      app: 'write',
      title: 'Firmas tuyas como parte del equipo que vencieron',
      why: 'puts first in line what waits for signatures again',
      of: ['signer_id'],
      take: ['kind', 'why', 'at'],
      leave: { 'a key': ['id', 'subject_id'] },
      erase: { nothing: `it is deleted ${LAPSES_DAYS} days later` },
      keep: { days: LAPSES_DAYS, since: 'at' },
    },
  },
} satisfies RoomData
