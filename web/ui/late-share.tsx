import { quietPart } from '#web/lib/lazy-part.ts'
import { AfterHydration } from './after-hydration.tsx'
import type { ShareProps } from './share-button.tsx'

const ShareButton = quietPart(() => import('./share-button.tsx'), 'ShareButton')

/** Lazy `ShareButton`; the minimum height avoids a layout shift. */
export function LateShare(props: ShareProps) {
  return (
    <div className="min-h-11">
      <AfterHydration>
        <ShareButton {...props} />
      </AfterHydration>
    </div>
  )
}
