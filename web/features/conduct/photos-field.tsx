import { useState } from 'react'
import { CONDUCT_PHOTOS, DOCUMENT_MAX_BYTES } from '#contract/limits.ts'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { PAPER_TYPES } from '#web/ui/photo-choice.ts'

/**
 * Field for up to `CONDUCT_PHOTOS` photos with words, `before` of which were sent. `upload` sends
 * the chosen ones; a retry sends only those that failed.
 */
export function usePhotos(before: number, send: (file: File) => Promise<unknown>) {
  const [files, setFiles] = useState<readonly File[]>([])
  const free = CONDUCT_PHOTOS - before
  const change = (index: number) => (file: File | null) =>
    setFiles(file ? [...files.slice(0, index), file, ...files.slice(index + 1)] : files)
  const field = [...files, ...(files.length < free ? [null] : [])].map((file, index) => (
    <FileDrop
      // biome-ignore lint/suspicious/noArrayIndexKey: photos keep their place.
      key={index}
      label={`Foto, captura o PDF ${before + index + 1} de ${CONDUCT_PHOTOS} (opcional)`}
      hint="Solo la ve quien decide"
      file={file}
      onFile={change(index)}
      accept={PAPER_TYPES}
      maxBytes={DOCUMENT_MAX_BYTES}
    />
  ))
  const upload = async () => {
    for (const file of files) {
      await send(file)
      setFiles((left) => left.filter((each) => each !== file))
    }
  }
  return { field, files, upload }
}
