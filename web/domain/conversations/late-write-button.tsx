import { lazy, Suspense } from 'react'
import { useHydrated } from '#web/lib/hydrated.ts'
import { lateImport } from '#web/lib/late-import.ts'
import type { WriteProps } from './write-button.tsx'

const WriteButton = lazy(async () => ({
  default: (await lateImport(() => import('./write-button.tsx'))).WriteButton,
}))

/** Lazy `WriteButton`; the minimum height avoids a layout shift. */
export function LateWriteButton(props: WriteProps) {
  return (
    <div className="min-h-12">
      {useHydrated() && (
        <Suspense fallback={null}>
          <WriteButton {...props} />
        </Suspense>
      )}
    </div>
  )
}
