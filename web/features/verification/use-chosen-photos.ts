import { useState } from 'react'
import { photoProblem } from '#web/ui/photo-choice.ts'
import { slotOf } from './uploads.ts'
import type { RequirementView } from './use-documents.ts'
import { useUploads } from './use-uploads.ts'

/** Limit before compression: the size of a camera's photo. */
const CHOSEN_MAX_BYTES = 25 * 1024 * 1024

/** Why a file cannot be taken; null when it can. */
export const chosenProblem = (file: File): string | null =>
  photoProblem(file, { maxBytes: CHOSEN_MAX_BYTES })

export type Uploads = ReturnType<typeof useChosenPhotos>

/** `useUploads` with file validation: valid files are added, others are named in an error. */
export function useChosenPhotos(requirements: readonly RequirementView[]) {
  const sending = useUploads(requirements)
  const [refused, setRefused] = useState<readonly string[]>([])
  const { uploads, change } = sending
  /** `slot`: which document they show, where the person chose it first. */
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

/** If one photo was chosen and one document is missing, it is assigned without asking. */
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
