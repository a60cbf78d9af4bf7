import { paths } from '#web/lib/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'

/** Shown in place of a staff screen that the person's roles do not permit. */
export function NotForYou({ title }: { title: string }) {
  return (
    <Page title={title}>
      <EmptyState
        region="paramo"
        title="No tienes permiso"
        action={<ButtonLink to={paths.home()}>Ir al inicio</ButtonLink>}
      >
        Esta página es para otra parte de nuestro equipo. Si deberías tener acceso, pídelo.
      </EmptyState>
    </Page>
  )
}
