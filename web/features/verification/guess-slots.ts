import type { DocumentKind } from '#contract/verification.ts'
import { slotOf } from './uploads.ts'
import type { RequirementView } from './use-documents.ts'

/** A chosen file: a photo, or a PDF with the document that its text names, if any. */
export type ChosenFile = { isPdf: boolean; kind: DocumentKind | null }

/**
 * Guesses which document each file is, as ids of `slotOf`; the person confirms the list. The text
 * of a PDF decides first. The other files take the missing documents in the order of the list; a
 * PDF takes no photo of a car or a face. Empty where nothing is missing any more.
 */
export function guessSlots(
  files: readonly ChosenFile[],
  requirements: readonly RequirementView[],
  taken: readonly string[],
): string[] {
  const used = new Set(taken)
  const take = (found: RequirementView | undefined): string => {
    if (!found) return ''
    used.add(slotOf(found))
    return slotOf(found)
  }
  const isFree = (row: RequirementView) => !used.has(slotOf(row))
  const missing = requirements.filter((row) => row.required && !isSettled(row))
  const byText = files.map(({ kind }) => {
    if (!kind) return ''
    const same = [...missing, ...requirements].filter((row) => kindsFor(kind).includes(row.kind))
    return take(same.find(isFree))
  })
  return files.map(({ isPdf }, i) => {
    if (byText[i]) return byText[i]
    return take(missing.find((row) => isFree(row) && !(isPdf && isPhotoOnly(row))))
  })
}

/** Documents that a text can mean: it does not tell the sides of an identity document apart. */
function kindsFor(kind: DocumentKind): DocumentKind[] {
  return kind === 'identity_front' ? ['identity_front', 'identity_back'] : [kind]
}

function isSettled({ state }: RequirementView): boolean {
  return state === 'pending' || state === 'approved'
}

/** Whether only a photo can be sent: the server refuses a PDF. */
export function isPhotoOnly({ kind }: Pick<RequirementView, 'kind'>): boolean {
  return kind === 'selfie' || kind.startsWith('vehicle_')
}
