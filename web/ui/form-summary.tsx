import { useEffect, useRef } from 'react'
import { Banner } from './banner.tsx'

type FormSummaryProps = {
  /** Field id (of the control) and its sentence, in the order of the form. */
  errors: readonly { id: string; message: string }[]
  /** What went wrong as a whole, e.g. the server's answer. */
  message?: string | null
}

/** At the top of a form after submitting: what must be mended, each line leads to its field. */
export function FormSummary({ errors, message }: FormSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const key = `${message ?? ''}${errors.map((e) => e.id + e.message).join()}`
  useEffect(() => {
    if (key) box.current?.focus()
  }, [key])
  if (!key) return null
  return (
    <div ref={box} tabIndex={-1} className="rounded-control">
      <Banner tone="err" title={message ?? 'Revisa estos datos'}>
        {errors.length > 0 && (
          <ul className="list-disc pl-5">
            {errors.map((error) => (
              <li key={error.id}>
                <a href={`#${error.id}`} className="underline underline-offset-3">
                  {error.message}
                </a>
              </li>
            ))}
          </ul>
        )}
      </Banner>
    </div>
  )
}
