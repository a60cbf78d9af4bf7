import { useState } from 'react'
import { photoProblem } from '#web/ui/photo-choice.ts'
import { slotOf } from './uploads.ts'
import type { RequirementView } from './use-documents.ts'
import { useUploads } from './use-uploads.ts'

/** Maximum size of a photo in bytes before compression, as cameras produce it. */
const CHOSEN_MAX_BYTES = 25 * 1024 * 1024

/** Reason why a file is not accepted; null when it is. */
export const chosenProblem = (file: File): string | null =>
  photoProblem(file, { maxBytes: CHOSEN_MAX_BYTES })

export type Uploads = ReturnType<typeof useChosenPhotos>

/** `useUploads` with file validation: valid files are added, others are named in an error. */
export function useChosenPhotos(requirements: readonly RequirementView[]) {
  const sending = useUploads(requirements)
  const [refused, setRefused] = useState<readonly string[]>([])
  const { uploads, change } = sending
  /** `slot`: the document that the photos show, if the person chose it first. */
  const choose = (files: readonly File[], slot = '') => {
    const judged = files.map((file) => {
      return { file, problem: chosenProblem(file) }
    })
    setRefused(judged.flatMap(({ file, problem }) => (problem ? `${file.name}: ${problem}` : [])))
    const good = judged.flatMap(({ file, problem }) => (problem ? [] : file))
    const only = good.length === 1 ? onlyMissing(requirements, uploads) : ''
    change({ do: 'add', photos: good.map((file) => ({ file, slot: slot || only })) })
  }
  return { ...sending, choose, refused }
}

/** The only missing document, to which a single chosen photo is assigned without asking. */
function onlyMissing(
  requirements: readonly RequirementView[],
  uploads: readonly { slot: string }[],
): string {
  const missing = requirements.filter(
    (each) =>
      each.required &&
      !['pending', 'approved'].includes(each.state) &&
      !uploads.some(({ slot }) => slot === slotOf(each)),
  )
  return missing.length === 1 && missing[0] ? slotOf(missing[0]) : ''
}
