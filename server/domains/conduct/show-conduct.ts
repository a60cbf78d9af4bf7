import type { z } from 'zod'
import type {
  AppealCase,
  CasePerson,
  ConductCase,
  conduct,
  SanctionView,
} from '#contract/conduct.ts'
import { ReportReason } from '#contract/conduct.ts'
import {
  findSanction,
  isLifted,
  readStanding,
  type Sanction,
  sanctionEventsOf,
  sanctionsIn,
  standingAt,
} from '#server/domains/sanctions/sanctions.public.ts'
import { findPeople } from '#server/domains/users/users.public.ts'
import type { Deps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { appealUntil } from './appeal-sanction.ts'
import { type Appeal, appealsOf } from './appeals.queries.ts'
import { type Case, countReports, photosOf, reportsOf } from './conduct.queries.ts'
import { nextStep } from './ladder.ts'

type ShowDeps = Pick<Deps, 'db' | 'clock'>

/** How the person stands and why, and what became of their reports. */
export async function showConduct(
  { db, clock }: ShowDeps,
  { userId }: ActorId,
): Promise<z.input<typeof conduct.mine.ok>> {
  const now = clock.now()
  const row = await readStanding(db, userId)
  const sanctions = sanctionsIn(await sanctionEventsOf(db, userId))
  const appeals = await appealsOf(db, userId)
  const standing = standingAt(row, now)
  return {
    standing,
    until: standing === 'suspended' ? (row?.suspendedUntil?.toISOString() ?? null) : null,
    sanctions: sanctions
      .toReversed()
      .map((sanction) => presentSanction(sanction, appeals.get(sanction.id), now)),
    reports: (await reportsOf(db, userId)).map(({ id, reason, createdAt, outcome }) => ({
      id,
      reason: ReportReason.catch('other').parse(reason),
      at: createdAt.toISOString(),
      isUpheld: outcome && outcome !== 'nothing',
    })),
  }
}

function presentSanction(sanction: Sanction, appeal: Appeal | undefined, now: Date): SanctionView {
  const { id, kind, at, endsAt, reason, liftedAt } = sanction
  const until = appealUntil(sanction)
  const mayAppeal = !appeal && !liftedAt && now <= until
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
        }
      : null,
  }
}

/** Both sides of each case with their history, for who decides. */
export async function presentCases(
  deps: ShowDeps,
  { userId: viewerId }: ActorId,
  cases: readonly Case[],
): Promise<ConductCase[]> {
  const ids = cases.flatMap(({ userId, reporterId }) =>
    reporterId ? [userId, reporterId] : userId,
  )
  const people = await peopleOf(deps, ids)
  const photos = Map.groupBy(
    await photosOf(
      deps.db,
      cases.map(({ id }) => id),
    ),
    ({ caseId }) => caseId,
  )
  return cases.map((each) => {
    const about = people.get(each.userId)
    assert(about, `case ${each.id} about nobody`)
    const { id, kind, reason, statement, facts, outcome, note } = each
    return {
      id,
      kind,
      about: about.shown,
      reporter: (each.reporterId && people.get(each.reporterId)?.shown) || null,
      subject: { kind: each.subjectKind, id: each.subjectId },
      reason,
      statement,
      facts,
      photoIds: (photos.get(id) ?? []).map((photo) => photo.id),
      createdAt: each.createdAt.toISOString(),
      suggestion: nextStep(about.sanctions, reason, deps.clock.now()),
      isOwn: [each.userId, each.reporterId].includes(viewerId),
      outcome,
      note,
      decidedAt: each.decidedAt?.toISOString() ?? null,
    }
  })
}

/** Each appeal with its sanction and its person, for who answers. */
export async function presentAppeals(
  deps: ShowDeps,
  { userId: viewerId }: ActorId,
  appeals: readonly Appeal[],
): Promise<AppealCase[]> {
  const people = await peopleOf(
    deps,
    appeals.map(({ userId }) => userId),
  )
  const shown: AppealCase[] = []
  for (const appeal of appeals) {
    const { sanctionId, userId, statement, createdAt, isUpheld, answer } = appeal
    const person = people.get(userId)?.shown
    const sanction = await findSanction(deps.db, sanctionId)
    assert(person && sanction && sanction.kind !== 'lifted', `appeal of nothing ${sanctionId}`)
    shown.push({
      sanctionId,
      person,
      kind: sanction.kind,
      endsAt: sanction.endsAt?.toISOString() ?? null,
      reason: sanction.reason,
      statement,
      createdAt: createdAt.toISOString(),
      isOwn: [userId, sanction.decidedBy].includes(viewerId),
      isUpheld,
      answer,
    })
  }
  return shown
}

type KnownPerson = { shown: CasePerson; sanctions: Sanction[] }

async function peopleOf(
  { db, clock }: ShowDeps,
  ids: readonly string[],
): Promise<Map<string, KnownPerson>> {
  const [people, counts] = await Promise.all([findPeople(db, ids), countReports(db, ids)])
  const known = new Map<string, KnownPerson>()
  for (const { id, name } of people.values()) {
    const sanctions = sanctionsIn(await sanctionEventsOf(db, id))
    const history = sanctions.map(({ kind, at, reason, ...rest }) => ({
      kind,
      at: at.toISOString(),
      reason,
      isLifted: isLifted(rest),
    }))
    const standing = standingAt(await readStanding(db, id), clock.now())
    const { reported = 0, upheld = 0 } = counts.get(id) ?? {}
    known.set(id, { shown: { id, name, standing, history, reported, upheld }, sanctions })
  }
  return known
}
