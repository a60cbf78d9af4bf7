import type { z } from 'zod'
import { type conduct, ReportReason } from '#contract/conduct.ts'
import {
  findStanding,
  listSanctionEventsOf,
  type Sanction,
  sanctionsIn,
  standingAt,
} from '#server/modules/people/standing/index.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { appealUntil } from './appeal-sanction.ts'
import { type Appeal, findAppealsOf, listAppealPhotosOf } from './appeals.queries.ts'
import { listReportsOf } from './conduct.queries.ts'
import { hearingUntil } from './due-time.ts'
import { type Hearing, listHearingPhotos, listOpenHearings } from './hearings.queries.ts'

/** Shows a person their standing with its sanctions, and the results of their reports. */
export async function showConduct(
  { db, clock }: ReadDeps,
  { userId }: ActorId,
): Promise<z.input<typeof conduct.mine.ok>> {
  const now = clock.now()
  const row = await findStanding(db, userId)
  const sanctions = sanctionsIn(await listSanctionEventsOf(db, userId))
  const appeals = await findAppealsOf(db, userId)
  const photos = Map.groupBy(
    await listAppealPhotosOf(db, [...appeals.keys()]),
    ({ sanctionId }) => sanctionId,
  )
  const standing = standingAt(row, now)
  const hearings = await listOpenHearings(db, userId)
  const caseIds = hearings.map(({ caseId }) => caseId)
  const versions = await listHearingPhotos(db, caseIds)
  return {
    standing,
    until: standing === 'suspended' ? (row?.suspendedUntil?.toISOString() ?? null) : null,
    sanctions: sanctions.toReversed().map((sanction) => {
      const appeal = appeals.get(sanction.id)
      const count = photos.get(sanction.id)?.length ?? 0
      return presentSanction(sanction, appeal && { ...appeal, photos: count }, now)
    }),
    hearings: hearings.map((hearing) =>
      presentHearing(
        hearing,
        versions.filter(({ subjectId }) => subjectId === hearing.caseId),
      ),
    ),
    reports: (await listReportsOf(db, userId)).map(({ id, reason, createdAt, outcome }) => ({
      id,
      reason: ReportReason.catch('other').parse(reason),
      at: createdAt.toISOString(),
      isUpheld: outcome && outcome !== 'nothing',
    })),
  }
}

function presentHearing({ askedAt, heardAt, ...hearing }: Hearing, photos: readonly unknown[]) {
  return {
    ...hearing,
    photos: photos.length,
    askedAt: askedAt.toISOString(),
    until: hearingUntil(askedAt).toISOString(),
    answeredAt: heardAt?.toISOString() ?? null,
  }
}

type ShownAppeal = Appeal & { photos: number }

function presentSanction(sanction: Sanction, appeal: ShownAppeal | undefined, now: Date) {
  const { id, kind, at, endsAt, reason, liftedAt } = sanction
  const until = appealUntil(sanction)
  const mayAppeal = kind !== 'paused' && !appeal && !liftedAt && now <= until
  return {
    id,
    kind,
    at: at.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    reason,
    liftedAt: liftedAt?.toISOString() ?? null,
    appealUntil: mayAppeal ? until.toISOString() : null,
    appeal: appeal
      ? {
          statement: appeal.statement,
          at: appeal.createdAt.toISOString(),
          answer: appeal.answer,
          isUpheld: appeal.isUpheld,
          photos: appeal.photos,
        }
      : null,
  }
}
