import type { ApiError, ApiErrorCode } from '#web/lib/api-error.ts'
import { paths } from '#web/lib/paths.ts'
import { EmptyPage } from '#web/ui/empty-state.tsx'

type Refusal = { page: string; title: string; why: string; to: string; link: string }

const INCOMPLETE = 'Puede que sea de otra cuenta o que el enlace esté incompleto.'
const toTrips = { to: paths.myTrips(), link: 'Ver mis viajes' }

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

const notFound = (sentence: string): Refusal => ({
  page: 'Aquí no hay nada',
  title: sentence.replace(/\.$/, ''),
  why: INCOMPLETE,
  to: paths.home(),
  link: 'Ir al inicio',
})

/** Not found or forbidden: no retry button, because the answer would be the same. */
export function Refused({ error }: { error: ApiError }) {
  const { page, title, why, to, link } = refusals[error.code] ?? notFound(error.message)
  return (
    <EmptyPage page={page} title={title} to={to} link={link}>
      {why}
    </EmptyPage>
  )
}
