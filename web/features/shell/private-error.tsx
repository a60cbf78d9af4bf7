import { useCallback } from 'react'
import { useLocation, useNavigate, useRouteError } from 'react-router'
import { ApiError, type ApiErrorCode } from '#web/lib/api-error.ts'
import { paths } from '#web/lib/paths.ts'
import { ScreenProblem } from '#web/offline/screen-error.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'

type Refusal = { page: string; title: string; why: string; to: string; link: string }

const INCOMPLETE = 'Puede que sea de otra cuenta o que el enlace esté incompleto.'
const toTrips = { to: paths.myTrips(), link: 'Ver mis viajes' }

/** What is not there, or not for this person: trying again would change nothing. */
const refusals: Partial<Record<ApiErrorCode, Refusal>> = {
  booking_not_found: {
    page: 'Tu reserva',
    title: 'No encontramos esa reserva',
    why: INCOMPLETE,
    ...toTrips,
  },
  trip_not_found: {
    page: 'Tu viaje',
    title: 'Este viaje no es tuyo',
    why: 'Solo quien lo conduce abre esta pantalla.',
    to: paths.myTrips('conductor'),
    link: 'Ver mis viajes',
  },
  invalid_request: {
    page: 'Tus viajes',
    title: 'No encontramos lo que buscas',
    why: INCOMPLETE,
    ...toTrips,
  },
  forbidden: {
    page: 'Cupo',
    title: 'No tienes permiso',
    why: 'Esta página es para nuestro equipo. Si deberías tener acceso, pídelo.',
    to: paths.home(),
    link: 'Ir al inicio',
  },
}

/** In the place of a private screen that broke, or whose first data could not be read. */
export function PrivateError() {
  const error = useRouteError()
  const again = useAgain(error)
  const refusal = error instanceof ApiError ? refusals[error.code] : undefined
  return refusal ? <Refused {...refusal} /> : <ScreenProblem error={error} again={again} />
}

/** Data is read again in place; code that failed needs the page anew. */
function useAgain(error: unknown): () => void {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const isData = error instanceof ApiError
  return useCallback(() => {
    if (!isData) return window.location.reload()
    // The router's boundary shows the screen again once it is somewhere, be it the same place.
    void navigate({ pathname, search, hash }, { replace: true })
  }, [isData, navigate, pathname, search, hash])
}

function Refused({ page, title, why, to, link }: Refusal) {
  return (
    <Page title={page}>
      <EmptyState region="paramo" title={title} action={<ButtonLink to={to}>{link}</ButtonLink>}>
        {why}
      </EmptyState>
    </Page>
  )
}
