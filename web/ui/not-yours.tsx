import type { ReactNode } from 'react'
import { paths } from '#web/lib/paths.ts'
import { EmptyState } from './empty-state.tsx'
import { ButtonLink } from './link.tsx'
import { Page } from './page.tsx'

/** In the place of a screen that only the driver of the trip may see; `children` says why. */
export function NotYours({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page title={title}>
      <EmptyState
        region="paramo"
        title="Este viaje no es tuyo"
        action={<ButtonLink to={paths.myTrips('conductor')}>Ver mis viajes</ButtonLink>}
      >
        {children}
      </EmptyState>
    </Page>
  )
}
