import { MessageCircle } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useHydrated } from '#web/lib/hydrated.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { Button } from '#web/ui/button.tsx'
import type { WriteProps } from './write-button.tsx'

const WriteButton = lazy(async () => ({
  default: (await retryingImport(() => import('./write-button.tsx'))).WriteButton,
}))

/** Lazy `WriteButton`. Until it has loaded, an invisible button reserves its space. */
export function LateWriteButton(props: WriteProps) {
  const place = (
    <Button
      variant="secondary"
      icon={<MessageCircle aria-hidden="true" className="size-5" />}
      className="invisible"
    >
      {props.text}
    </Button>
  )
  if (!useHydrated()) return place
  return (
    <Suspense fallback={place}>
      <WriteButton {...props} />
    </Suspense>
  )
}
