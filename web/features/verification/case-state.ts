// What a reviewer saw and decided about the documents of one person, before it is sent. Pure.
import type { DocumentKind, QueueItem, ReviewedPhoto } from '#contract/verification.ts'

export type CaseKind = DocumentKind | 'profile_photo'

/** One photo of a case: of a document, or the profile photo. */
export type CaseItem = Omit<QueueItem, 'document'> & {
  document: Omit<QueueItem['document'], 'kind'> & { kind: CaseKind }
  photo?: ReviewedPhoto
}

/** Everything to decide about a person: the documents, then the profile photo. */
export function caseItems(
  documents: readonly QueueItem[],
  photo: ReviewedPhoto | null,
): CaseItem[] {
  return photo ? [...documents, asItem(photo)] : [...documents]
}

/** The profile photo has no data to compare, only faces. */
function asItem(photo: ReviewedPhoto): CaseItem {
  return {
    document: {
      ...{ id: photo.version, kind: 'profile_photo', status: 'pending', createdAt: '' },
      ...{ vehicleId: null, expiresOn: null, reason: null, hints: [], hasPhoto: true },
      policy: null,
      paperEndsOn: null,
    },
    ...{ photo, expired: false, signals: [], vehicle: null, compareWith: photo.compareWith },
    ...{ version: photo.compared, decidedBy: null, decidedAt: null },
    owner: {
      ...{ ...photo.person, identificationType: null, identificationTail: null },
      ...{ birthDate: null, numberChanges: 0, nameChanges: 0, sameNumber: [] },
    },
  }
}

export type CaseState = {
  /** Document whose photo is large. */
  current: string | null
  /** Versions whose photo was shown large: what changed afterwards is to be looked at again. */
  seen: readonly string[]
  /** Reasons by document to reject. */
  rejected: Readonly<Record<string, string>>
}

export const newCase: CaseState = { current: null, seen: [], rejected: {} }

export type CaseStep =
  | { step: 'show'; documentId: string }
  /** The photo is drawn. */
  | { step: 'shown'; version: string }
  | { step: 'reject'; documentId: string; reason: string }
  | { step: 'keep'; documentId: string }

export function caseAfter(state: CaseState, step: CaseStep): CaseState {
  if (step.step === 'shown') {
    const { version } = step
    return state.seen.includes(version) ? state : { ...state, seen: [...state.seen, version] }
  }
  const { documentId } = step
  const { [documentId]: _, ...others } = state.rejected
  if (step.step === 'show') return { ...state, current: documentId }
  if (step.step === 'keep') return { ...state, rejected: others }
  return { ...state, rejected: { ...others, [documentId]: step.reason } }
}

export type Progress = {
  approving: CaseItem[]
  rejecting: CaseItem[]
  /** Documents to approve whose photo was not shown yet. */
  unseen: CaseItem[]
  /** Documents that ended while they waited, and are not rejected yet. */
  expired: CaseItem[]
  /** Documents to approve despite signals of fraud, each of which must be confirmed. */
  signalled: CaseItem[]
  /** Whether the decision can be sent. */
  isReady: boolean
}

export function progressOf(items: readonly CaseItem[], state: CaseState): Progress {
  const isRejected = ({ document }: CaseItem) => document.id in state.rejected
  const approving = items.filter((item) => !isRejected(item))
  const unseen = approving.filter(({ version }) => !state.seen.includes(version))
  const expired = approving.filter((item) => item.expired)
  return {
    ...{ approving, unseen, expired },
    rejecting: items.filter(isRejected),
    signalled: approving.filter(({ signals }) => signals.length > 0),
    isReady: items.length > 0 && unseen.length === 0 && expired.length === 0,
  }
}

/** The decision as the server reads it; names every signal that the reviewer saw. */
export function decisionOf(items: readonly CaseItem[], state: CaseState) {
  const documents = items.filter(({ photo }) => !photo)
  const verdicts = documents.map(({ document: { id: documentId }, version, signals }) => {
    const seen = { documentId, version }
    const reason = state.rejected[documentId]
    return reason === undefined
      ? { verdict: 'approved' as const, ...seen, despiteSignals: [...signals] }
      : { verdict: 'rejected' as const, ...seen, reason }
  })
  const photo = items.flatMap((item) => item.photo ?? [])[0]
  return { verdicts, ...(photo && { photo: photoVerdict(photo, state) }) }
}

function photoVerdict({ version, compared }: ReviewedPhoto, state: CaseState) {
  const reason = state.rejected[version]
  return reason === undefined
    ? { verdict: 'accepted' as const, version, compared }
    : { verdict: 'refused' as const, version, compared, reason }
}

/** Keys of a case, in the order of the help. */
export const caseKeys = {
  j: 'Foto siguiente',
  k: 'Foto anterior',
  e: 'Aprobar todo lo demás y terminar',
  x: 'Rechazar esta foto, o quitar el rechazo',
  n: 'Persona siguiente, sin decidir',
  z: 'Deshacer la última decisión',
  '?': 'Ver estas teclas',
} as const
