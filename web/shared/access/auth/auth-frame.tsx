import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Landscape } from '#web/ui/landscape.tsx'
import type { Region } from '#web/ui/landscape-scene.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { useAuth } from './session.tsx'

type AuthFrameProps = {
  title: string
  lead: string
  region: Region
  /** A low landscape, for a screen whose actions must fit into a phone's first view. */
  isLow?: boolean
  children: ReactNode
}

/** Frame shared by login and sign-up: a landscape above and one card for the form. */
export function AuthFrame({ title, lead, region, isLow, children }: AuthFrameProps) {
  return (
    <div className="mx-auto w-full max-w-lg px-4 py-6 sm:py-12">
      <Card padded={false} className="overflow-hidden">
        <Landscape
          region={region}
          className={cx('w-full rounded-none!', isLow ? 'h-14 sm:h-20' : 'h-28 sm:h-36')}
        />
        <div className="grid gap-5 p-5 sm:p-8">
          <div>
            <h1 className="text-2xl">{title}</h1>
            <p className="mt-1 text-muted">{lead}</p>
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
