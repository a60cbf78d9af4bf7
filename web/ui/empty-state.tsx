import type { ReactNode } from 'react'
import { DoneSign } from './done-sign.tsx'
import { Landscape } from './landscape.tsx'
import type { Region } from './landscape-scene.tsx'

type EmptyStateProps = {
  region?: Region
  title: ReactNode
  /** Reason why the list is empty, and what the person can do. */
  children?: ReactNode
  action?: ReactNode
}

/** Shown when a list is empty: says why, and offers the next step. */
export function EmptyState({ region = 'paramo', title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-3 py-6 text-center">
      <Landscape region={region} className="mb-2 h-36 w-52" />
      {region === 'costa' && <DoneSign className="-mt-14" />}
      <h2 className="text-xl">{title}</h2>
      {children && <div className="text-muted">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
