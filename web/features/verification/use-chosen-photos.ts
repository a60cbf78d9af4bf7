import { useState } from 'react'
import { photoProblem } from '#web/ui/photo-choice.ts'
import { slotOf } from './uploads.ts'
import type { RequirementView } from './use-documents.ts'
import { useUploads } from './use-uploads.ts'

/** What a camera makes; it becomes lighter before it is sent. */
const CHOSEN_MAX_BYTES = 25 * 1024 * 1024

export type Uploads = ReturnType<typeof useChosenPhotos>

/** `useUploads` with the way in: files that may be sent are added, others are refused by name. */
export function useChosenPhotos(requirements: readonly RequirementView[]) {
  const sending = useUploads(requirements)
  const [refused, setRefused] = useState<readonly string[]>([])
  const { uploads, change } = sending
  /** `slot`: which document they show, where the person chose it first. */
  const choose = (files: readonly File[], slot = '') => {
    const judged = files.map((file) => {
      return { file, problem: photoProblem(file, { maxBytes: CHOSEN_MAX_BYTES }) }
    })
    setRefused(judged.flatMap(({ file, problem }) => (problem ? `${file.name}: ${problem}` : [])))
    const good = judged.flatMap(({ file, problem }) => (problem ? [] : file))
    const only = good.length === 1 ? onlyMissing(requirements, uploads) : ''
    change({ do: 'add', photos: good.map((file) => ({ file, slot: slot || only })) })
  }
  return { ...sending, choose, refused }
}

/** One photo for the one document that is left: nothing is to be asked. */
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
