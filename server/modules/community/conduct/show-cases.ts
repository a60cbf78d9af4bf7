import type { AppealCase, CasePerson, ConductCase } from '#contract/conduct.ts'
import {
  findSanction,
  findStanding,
  isLifted,
  listSanctionEventsOf,
  type Sanction,
  sanctionsIn,
  standingAt,
} from '#server/modules/people/standing/index.ts'
import { findPeople, findSharedDevices, findTeamNames } from '#server/modules/people/users/index.ts'
import { findTripsFacts, placeAt } from '#server/modules/travel/trips/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { queueDueAt } from '#server/platform/office-hours.ts'
import type { ViewedCases } from '#server/platform/paging.ts'
import { listAppealPhotosOf, type QueuedAppeal } from './appeals.queries.ts'
import {
  type Case,
  countReports,
  findCaseTrips,
  listCasesOf,
  listDecidedCases,
  listPhotosOf,
  listWaitingCases,
  type WaitingCase,
} from './conduct.queries.ts'
import { dueOf, hearingUntil } from './due-time.ts'
import { findPlannedOf, listHearingPhotos } from './hearings.queries.ts'
import { nextStep } from './ladder.ts'
import { lastSaidAt } from './said-at.ts'

/** A page of cases: open ones by the time that the team has for them, decided ones newest first. */
export async function listCases(
  db: Reader,
  part: ViewedCases,
): Promise<{ found: Case[]; total: number }> {
  if (part.only) {
    const found = await listCasesOf(db, [part.only])
    return { found, total: found.length }
  }
  if (part.status === 'resolved') return await listDecidedCases(db, part)
  const ranked = (await listWaitingCases(db, part.viewer.userId)).sort(byDueTime)
  const page = ranked.slice(part.offset, part.offset + part.limit)
  const ids = page.map(({ id }) => id)
  return { found: await listCasesOf(db, ids), total: ranked.length }
}

/** A lapsed proposal first, then by the time of the team, not by age; the viewer's own last. */
function byDueTime(a: WaitingCase, b: WaitingCase): number {
  if (a.isLapsed !== b.isLapsed) return a.isLapsed ? -1 : 1
  if (a.isMine !== b.isMine) return a.isMine ? 1 : -1
  return dueOf(a, a.pausedAt).getTime() - dueOf(b, b.pausedAt).getTime() || (a.id < b.id ? -1 : 1)
}

/** Presents cases to the team with the history of the reported person and of the reporter. */
export async function presentCases(
  deps: ReadDeps,
  { userId: viewerId }: ActorId,
  cases: readonly Case[],
): Promise<ConductCase[]> {
  const ids = cases.map(({ id }) => id)
  const people = await peopleOf(
    deps,
    cases.flatMap(({ userId, reporterId }) => [userId, reporterId ?? []].flat()),
  )
  const proposers = cases.flatMap(({ proposedBy }) => proposedBy ?? [])
  const nameOf = await findTeamNames(
    deps.db,
    cases.flatMap(({ proposedBy, decidedBy }) => [proposedBy, decidedBy]),
  )
  const signers = {
    viewerId,
    nameOf,
    sharing: await findSharedDevices(deps.db, viewerId, proposers),
  }
  const userIds = cases.flatMap(({ userId, outcome }) => (outcome ? [] : userId))
  const planned = await findPlannedOf(deps.db, { userIds, now: deps.clock.now() })
  const trips = await tripsOf(deps.db, ids)
  const photos = Map.groupBy(await listPhotosOf(deps.db, ids), ({ caseId }) => caseId)
  const versions = await listHearingPhotos(deps.db, ids)
  return cases.map((each) => {
    const about = people.get(each.userId)
    assert(about, `case ${each.id} about nobody`)
    const { id, kind, reason, statement, facts, outcome, note } = each
    const sent = [...(photos.get(id) ?? []), ...versions.filter((of) => of.subjectId === id)]
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
      saidAt: lastSaidAt([each.heardAt], sent)?.toISOString() ?? null,
      dueAt: outcome ? null : dueOf(each, pausedAt(each, about.sanctions)).toISOString(),
      trip: trips.get(id) ?? null,
      suggestion: nextStep(about.sanctions, reason, deps.clock.now()),
      hearing: presentHearing(each, versions),
      isPaused: each.pauseId !== null && !outcome,
      expulsionLapsed: each.expulsionLapsed && !outcome,
      proposal: presentProposal(each, signers),
      planned: (!outcome && planned.get(each.userId)) || null,
      isOwn: [each.userId, each.reporterId].includes(viewerId),
      outcome,
      note,
      decidedAt: each.decidedAt?.toISOString() ?? null,
      decidedBy: each.decidedBy && nameOf(each.decidedBy),
    }
  })
}

const pausedAt = ({ pauseId }: Case, sanctions: readonly Sanction[]) =>
  sanctions.find(({ id }) => id === pauseId)?.at ?? null

/** Finds the trip of the two people of each case, by id of the case. */
async function tripsOf(db: Reader, caseIds: readonly string[]) {
  const found = await findCaseTrips(db, caseIds)
  const tripIds = [...found.values()].map(({ tripId }) => tripId)
  const facts = await findTripsFacts(db, tripIds)
  const shown = new Map<string, NonNullable<ConductCase['trip']>>()
  for (const { caseId, tripId: id } of found.values()) {
    const trip = facts.get(id)
    if (!trip) continue
    const [first, last] = [placeAt(trip, 0), placeAt(trip, trip.places.length - 1)]
    const departsAt = trip.departsAt.toISOString()
    shown.set(caseId, { id, from: first.name, to: last.name, departsAt })
  }
  return shown
}

type Photos = Awaited<ReturnType<typeof listHearingPhotos>>

function presentHearing(found: Case, photos: Photos): ConductCase['hearing'] {
  const { hearingAskedAt: askedAt, hearingNote: note, hearingText: text, heardAt } = found
  if (!askedAt || note === null) return null
  return {
    note,
    askedAt: askedAt.toISOString(),
    until: hearingUntil(askedAt).toISOString(),
    text,
    answeredAt: heardAt?.toISOString() ?? null,
    photoIds: photos.filter(({ subjectId }) => subjectId === found.id).map(({ id }) => id),
  }
}

type Signers = {
  viewerId: string
  nameOf: (id: string) => string
  sharing: ReadonlySet<string>
}

function presentProposal(
  { proposedBy, proposedAt, proposalNote: note, proposedOutcome: outcome, proposedDays }: Case,
  { viewerId, nameOf, sharing }: Signers,
): ConductCase['proposal'] {
  if (proposedBy === null || !proposedAt || note === null || !outcome) return null
  return {
    outcome,
    days: proposedDays,
    by: nameOf(proposedBy),
    at: proposedAt.toISOString(),
    note,
    isMine: proposedBy === viewerId,
    sharesDevice: sharing.has(proposedBy),
  }
}

/** Presents appeals to the team with their sanction and person. */
export async function presentAppeals(
  deps: ReadDeps,
  appeals: readonly QueuedAppeal[],
): Promise<AppealCase[]> {
  const ids = appeals.map(({ userId }) => userId)
  const people = await peopleOf(deps, ids)
  const nameOf = await findTeamNames(
    deps.db,
    appeals.map(({ answeredBy }) => answeredBy),
  )
  const sanctionIds = appeals.map(({ sanctionId }) => sanctionId)
  const photos = Map.groupBy(
    await listAppealPhotosOf(deps.db, sanctionIds),
    ({ sanctionId }) => sanctionId,
  )
  const shown: AppealCase[] = []
  for (const appeal of appeals) {
    const { sanctionId, userId, statement, createdAt, isOwn, isUpheld, answer } = appeal
    const { answeredBy } = appeal
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
      photoIds: (photos.get(sanctionId) ?? []).map(({ id }) => id),
      createdAt: createdAt.toISOString(),
      saidAt: lastSaidAt([], photos.get(sanctionId) ?? [])?.toISOString() ?? null,
      dueAt: isUpheld === null ? queueDueAt(createdAt).toISOString() : null,
      isOwn,
      isUpheld,
      answer,
      answeredAt: appeal.answeredAt?.toISOString() ?? null,
      decidedBy: answeredBy && nameOf(answeredBy),
    })
  }
  return shown
}

type KnownPerson = { shown: CasePerson; sanctions: Sanction[] }

async function peopleOf({ db, clock }: ReadDeps, ids: readonly string[]) {
  const [people, counts] = await Promise.all([findPeople(db, ids), countReports(db, ids)])
  const known = new Map<string, KnownPerson>()
  for (const { id, name } of people.values()) {
    const sanctions = sanctionsIn(await listSanctionEventsOf(db, id))
    const history = sanctions.map(({ kind, at, reason, ...rest }) => ({
      kind,
      at: at.toISOString(),
      reason,
      isLifted: isLifted(rest),
    }))
    const standing = standingAt(await findStanding(db, id), clock.now())
    const { reported = 0, upheld = 0 } = counts.get(id) ?? {}
    known.set(id, { shown: { id, name, standing, history, reported, upheld }, sanctions })
  }
  return known
}
