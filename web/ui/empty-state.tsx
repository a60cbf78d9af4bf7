import type { ReactNode } from 'react'
import { DoneSign } from './done-sign.tsx'
import { Landscape } from './landscape.tsx'
import type { Region } from './landscape-scene.tsx'
import { ButtonLink } from './link.tsx'
import { Page } from './page.tsx'

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
      {region === 'costa' && <DoneSign />}
      <h2 className="text-xl">{title}</h2>
      {children && <div className="text-muted">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}

type EmptyPageProps = EmptyStateProps & { page: string; to: string; link: string }

/** A page with nothing but the reason why it is empty, and a link to another one. */
export function EmptyPage({ page, to, link, ...why }: EmptyPageProps) {
  return (
    <Page title={page}>
      <EmptyState {...why} action={<ButtonLink to={to}>{link}</ButtonLink>} />
    </Page>
  )
}
