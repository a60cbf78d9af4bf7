import { PUBLISH_MIN_PESOS } from '#contract/limits.ts'
import type { DocumentView, QueueItem, VehicleView, ViewEntry } from '#contract/verification.ts'
import type { OpenDecision } from '#contract/verification-decisions.ts'
import type { SameNumber } from '#server/modules/people/users/index.ts'
import { queueDueAt } from '#server/platform/office-hours.ts'
import type {
  CheckedVehicle,
  Dossier,
  HintedDocument,
  QueuePage,
  ReviewedPhoto,
  ReviewItem,
} from './list-documents.ts'
import type { NamedDecision, PeoplePage } from './list-people.ts'
import type { ViewsPage } from './list-views.ts'

export function presentVehicle(vehicle: CheckedVehicle): VehicleView {
  const { ownerId: _, photosAsked: _photos, insuranceFrom: _from, ...shown } = vehicle
  return shown
}

export function presentDocument(document: HintedDocument): DocumentView {
  return {
    id: document.id,
    kind: document.kind,
    status: document.status,
    vehicleId: document.vehicleId,
    expiresOn: document.expiresOn,
    reason: document.reason,
    createdAt: document.createdAt.toISOString(),
    hints: document.hints,
    policy: document.policy,
    paperEndsOn: document.paper?.endsOn ?? null,
    hasPhoto: document.fileDeletedAt === null,
  }
}

export function presentDossier(dossier: Dossier) {
  const documents = dossier.documents.map(presentDocument)
  return { ...dossier, directMinBalance: PUBLISH_MIN_PESOS, documents }
}

export function presentQueue(queue: QueuePage) {
  return { ...queue, items: presentItems(queue.items) }
}

export function presentItems(items: readonly ReviewItem[]): QueueItem[] {
  return items.flatMap((item) => presentQueueItem(item) ?? [])
}

export function presentPeople({ items, undoable, ...page }: PeoplePage, now: Date) {
  return {
    ...page,
    items: items.map(({ since, ...item }) => {
      const dueAt = queueDueAt(since).toISOString()
      return { ...item, since: since.toISOString(), dueAt }
    }),
    undoable: undoable.map((each) => presentDecision(each, now)),
  }
}

export function presentDecision(decision: NamedDecision, now: Date): OpenDecision {
  const { id, person, photo, appliesAt } = decision
  const verdicts = [...decision.verdicts, ...(photo ? [photo] : [])]
  const isApproved = ({ verdict }: { verdict: string }) =>
    verdict === 'approved' || verdict === 'accepted'
  const approved = verdicts.filter(isApproved).length
  const secondsLeft = Math.max(0, Math.ceil((appliesAt.getTime() - now.getTime()) / 1000))
  return { id, person, approved, rejected: verdicts.length - approved, secondsLeft }
}

export function presentCasePhoto(photo: ReviewedPhoto | null) {
  return photo && { ...photo, compareWith: photo.compareWith.map(presentComparison) }
}

function presentComparison({ createdAt, ...each }: ReviewItem['compareWith'][number]) {
  return { ...each, createdAt: createdAt.toISOString() }
}

function presentQueueItem(item: ReviewItem): QueueItem | null {
  if (!item.owner) return null
  return {
    document: presentDocument(item.document),
    expired: item.expired,
    signals: item.signals,
    owner: { ...item.owner, sameNumber: item.owner.sameNumber.map(presentSameNumber) },
    vehicle: item.vehicle && presentVehicle(item.vehicle),
    version: item.version,
    compareWith: item.compareWith.map(presentComparison),
    decidedBy: item.decided?.by ?? null,
    decidedAt: item.decided?.at.toISOString() ?? null,
  }
}

export function presentViews({ views, ...page }: ViewsPage) {
  const present = ({ at, ...view }: ViewsPage['views'][number]): ViewEntry => {
    return { ...view, at: at.toISOString() }
  }
  return { ...page, views: views.map(present) }
}

export function presentSameNumber({ since, ...person }: SameNumber) {
  return { ...person, since: since.toISOString() }
}
