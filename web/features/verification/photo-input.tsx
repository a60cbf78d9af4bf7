import type { ReactNode } from 'react'
import { PAPER_TYPES, PHOTO_TYPES } from '#web/ui/photo-choice.ts'

type PhotoInputProps = {
  onFiles: (files: readonly File[]) => void
  multiple?: boolean
  /** Whether a PDF can be chosen too. */
  pdf?: boolean
  /** Camera that phones open: the front one with `user`. Absent: the person chooses from where. */
  capture?: 'user' | 'environment' | undefined
  className: string
  /** Visible content; the file input covers it. */
  children: ReactNode
}

/** Chooses photos by whatever the device offers: camera, gallery, files. */
export function PhotoInput(props: PhotoInputProps) {
  const { onFiles, multiple, pdf, capture, className, children } = props
  return (
    <label className={className}>
      {children}
      <input
        type="file"
        accept={pdf ? PAPER_TYPES : PHOTO_TYPES}
        multiple={multiple}
        capture={capture}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = '' // Else the same file cannot be chosen twice.
        }}
        className="over"
      />
    </label>
  )
}
