import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Landscape } from '#web/ui/landscape.tsx'
import type { Region } from '#web/ui/landscape-scene.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { useAuth } from './session.tsx'

type AuthFrameProps = {
  title: string
  /** Null where the content says it. */
  lead: string | null
  region: Region
  /** No landscape on a phone, for a screen whose actions must fit into its first view. */
  isLow?: boolean
  children: ReactNode
}

/** Frame shared by login and sign-up: a landscape above and one card for the form. */
export function AuthFrame({ title, lead, region, isLow, children }: AuthFrameProps) {
  return (
    <div className={cx('mx-auto w-full max-w-lg px-4 sm:py-12', isLow ? 'py-3' : 'py-6')}>
      <Card padded={false} className="overflow-hidden">
        <Landscape
          region={region}
          className={cx('w-full rounded-none!', isLow ? 'h-20 max-sm:hidden' : 'h-28 sm:h-36')}
        />
        <div className="grid gap-5 p-5 sm:p-8">
          <div>
            <h1 className="text-2xl">{title}</h1>
            {lead !== null && <p className="mt-1 text-muted">{lead}</p>}
          </div>
          {children}
        </div>
      </Card>
    </div>
  )
}

/** Forms for visitors. CSS hides the prerendered form if a token is stored: a redirect follows. */
export function ForVisitors({ children }: { children: ReactNode }) {
  const { status } = useAuth()
  const loading = status === 'loading'
  return (
    <>
      <div data-audience={loading ? 'out' : undefined}>{children}</div>
      {loading && (
        <div data-audience="in" className="mx-auto w-full max-w-lg px-4 py-6 sm:py-12">
          <SkeletonList />
        </div>
      )}
    </>
  )
}
