import { type ReactNode, useState } from 'react'
import { usePreview } from './photo-choice.ts'

type FilePreviewProps = {
  file: File | null
  alt: string
  className: string
  /** Shown for a file that is no picture, or that this browser cannot show, such as HEIC. */
  children: ReactNode
}

/** Picture of a chosen file. */
export function FilePreview({ file, alt, className, children }: FilePreviewProps) {
  const preview = usePreview(file)
  const [failed, setFailed] = useState<string | null>(null)
  if (!preview || failed === preview) return children
  return <img src={preview} alt={alt} className={className} onError={() => setFailed(preview)} />
}
