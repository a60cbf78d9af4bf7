import { unlisted } from '#web/lib/brand.ts'
import { paths } from '#web/lib/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'

export const meta = unlisted('Página no encontrada')

export default function NotFound() {
  return (
    <Page title="Esta vía no existe">
      <EmptyState
        title="No encontramos la página que buscas"
        action={
          <>
            <ButtonLink to={paths.search()}>Buscar viaje</ButtonLink>
            <ButtonLink to={paths.home()} variant="secondary">
              Ir al inicio
            </ButtonLink>
          </>
        }
      >
        Puede que el enlace esté incompleto o que la página se haya movido.
      </EmptyState>
    </Page>
  )
}
