// Meeting points, documents, prices and messages that wait for the team.
import { ticketAnswered } from '#server/modules/community/support/index.ts'
import { MAIL_JOB, sendMail } from '#server/modules/foundation/notifications/index.ts'
import {
  reviewDocument,
  type UploadDocument,
  uploadDocument,
} from '#server/modules/people/verification/index.ts'
import {
  hidePoint,
  proposePoint,
  reportPoint,
  vetPoint,
} from '#server/modules/roads/places/index.ts'
import { proposePrice } from '#server/modules/roads/pricing/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { giveUpJobs } from '../demo.queries.ts'
import { documentPhoto } from '../documents.ts'
import { nth } from '../people.ts'
import { hoursAgo } from '../times.ts'
import type { Cast } from './cast.ts'

const points = [
  {
    placeId: '15001',
    name: 'Terminal de Tunja, puerta 2',
    kind: 'terminal',
    address: 'Carrera 7 con calle 16',
  },
  {
    placeId: '25307',
    name: 'Unicentro Girardot, entrada principal',
    kind: 'mall',
    address: 'Carrera 10 con calle 34',
  },
  {
    placeId: '41001',
    name: 'Estación de servicio del norte',
    kind: 'service_station',
    address: 'Avenida 26 con carrera 1',
  },
] as const

/** One that waits, one that was approved and then reported, and one that was hidden. */
export async function demoSafePoints({ deps, support, travellers }: Cast): Promise<void> {
  const ids: string[] = []
  for (const [row, proposal] of points.entries()) {
    const asked = { idempotencyKey: `demo-point-${row}`, proposal }
    const actor = { userId: nth(travellers, row) }
    ids.push((await proposePoint(hoursAgo(deps, 90 - row), actor, asked)).id)
  }
  const [, reported = '', hidden = ''] = ids
  await vetPoint(hoursAgo(deps, 70), support, { safePointId: reported, correction: {} })
  await reportPoint(
    hoursAgo(deps, 15),
    { userId: nth(travellers, 5) },
    {
      safePointId: reported,
      reason: 'wrong_place',
      details: 'Cerraron esa entrada: ahora es por la carrera 12, al lado del parqueadero.',
    },
  )
  const reason = 'De noche no hay luz ni vigilancia en ese lado de la avenida.'
  await hidePoint(hoursAgo(deps, 68), support, { safePointId: hidden, reason })
}

/** A price and a setting of the fund that finance entered and another person must confirm. */
export async function demoPrices({ deps, finance }: Cast): Promise<void> {
  const then = hoursAgo(deps, 17)
  const validFrom = bogotaDate(hoursAgo(deps, -24 * 12).clock.now())
  await proposePrice(then, finance, {
    kind: 'fuel',
    subjectId: 'CO',
    validFrom,
    pesos: 16_420,
    source: 'Resolución del Ministerio de Minas y Energía sobre el precio de diciembre',
  })
  await proposePrice(hoursAgo(deps, 13), finance, {
    kind: 'fund',
    subjectId: 'cover_max',
    validFrom,
    pesos: 35_000,
    source: 'Acta de la junta sobre lo que cubre el fondo en diciembre',
  })
}

/** A mail to a full mailbox, whose tries are used up. */
export async function demoDelivery({ deps }: Cast, address: string): Promise<void> {
  const then = hoursAgo(deps, 29)
  const mail = { to: { address, name: null }, data: { path: '/soporte', resolved: false } }
  await inTransaction(deps.db, async (tx) => {
    await sendMail(tx, then, ticketAnswered, mail)
    await giveUpJobs(tx, {
      name: MAIL_JOB,
      queuedAt: then.clock.now(),
      error: '452 4.2.2 The mailbox is over its storage limit',
      deadAt: hoursAgo(deps, 20).clock.now(),
      attempts: 10,
    })
  })
}

const of = (kind: UploadDocument['kind'], bytes: Buffer, more: Partial<UploadDocument> = {}) => {
  return { kind, vehicleId: undefined, expiresOn: undefined, birthDate: undefined, ...more, bytes }
}

/**
 * Documents to review besides those of the new driver: one side of an identity card is missing; the
 * same photo came from another person; a rejected licence was sent again.
 */
export async function demoDocuments({ deps, admin, travellers }: Cast): Promise<void> {
  const [missing, other, again] = [20, 21, 22].map((row) => ({ userId: nth(travellers, row) }))
  if (!missing || !other || !again) return
  const birthDate = '1994-06-18'
  const card = of('identity_front', await documentPhoto('Cédula de ciudadanía', ['Frente']), {
    birthDate,
  })
  await uploadDocument(hoursAgo(deps, 28), missing, card)
  await uploadDocument(hoursAgo(deps, 9), other, card)
  const expiresOn = bogotaDate(hoursAgo(deps, -24 * 700).clock.now())
  const dark = await documentPhoto('Licencia de conducción', ['Foto oscura, sin fecha'])
  const first = await uploadDocument(hoursAgo(deps, 50), again, of('licence', dark, { expiresOn }))
  const reason = 'No se lee hasta cuándo está vigente. Tómala otra vez, con luz y completa.'
  const rejected = { verdict: 'rejected', documentId: first.id, reason } as const
  await reviewDocument(hoursAgo(deps, 40), admin, rejected)
  const clear = await documentPhoto('Licencia de conducción', [
    'Categoría B1',
    `Vence ${expiresOn}`,
  ])
  await uploadDocument(hoursAgo(deps, 11), again, of('licence', clear, { expiresOn }))
}
