import { type PersonalData, PSEUDONYMOUS } from '#server/platform/personal-data.ts'

export const marksData = {
  driver_marks: {
    title: 'Marcas en tu perfil de conductor',
    why: 'passengers know of late cancellations of a driver',
    of: ['driver_id'],
    take: ['kind', 'created_at'],
    leave: { 'a key': ['id', 'cause_id'] },
    erase: { nothing: PSEUDONYMOUS },
    keep: { always: `evidence that nobody can change; ${PSEUDONYMOUS}` },
  },
} satisfies PersonalData
