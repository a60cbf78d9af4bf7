import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { PrivacyView } from '#contract/privacy.ts'
import { api } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { CardSection } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { ClosingSection } from './closing-section.tsx'
import { ConsentList } from './consent-list.tsx'
import { ExportSection } from './export-section.tsx'
import { TermsNotice } from './terms-notice.tsx'

// Lazy: consents come first, and the proof of identity is asked when a button is pressed.

export const meta = () => [{ title: 'Mis datos · Cupo' }, { name: 'robots', content: 'noindex' }]

/** Privacy page: consents, copy of the data, corrections, and closing the account. */
export default function MyData() {
  const queries = useQueryClient()
  const answer = useQuery({
    queryKey: queryKeys.privacy(),
    queryFn: ({ signal }) => api.privacy.show({ signal }),
    // Polls while a job makes the copy of the data.
    refetchInterval: ({ state }) => (isBeingMade(state.data?.privacy) ? 3000 : false),
  })
  const show = (changed: { privacy: PrivacyView }) =>
    queries.setQueryData(queryKeys.privacy(), changed)
  return (
    <Page title="Mis datos" lead="Lo que nos permites, y lo que puedes hacer con tus datos.">
      {answer.isPending && <SkeletonList rows={3} rowClass="h-40" />}
      {answer.isError && !answer.data && (
        <LoadFailed
          what="tus datos"
          error={answer.error}
          onRetry={() => void answer.refetch()}
          retrying={answer.isFetching}
        />
      )}
      {answer.data && (
        <>
          {answer.data.privacy.coming && <TermsNotice coming={answer.data.privacy.coming} />}
          <ConsentList consents={answer.data.privacy.consents} onChange={show} />
          <ExportSection made={answer.data.privacy.export} onChange={show} />
          <Corrections />
          <ClosingSection privacy={answer.data.privacy} onChange={show} />
          <p className="text-muted">
            Qué guardamos, para qué y por cuánto tiempo está en la{' '}
            <Link to={paths.privacy()}>política de privacidad</Link>.
          </p>
        </>
      )}
    </Page>
  )
}

const isBeingMade = (privacy: PrivacyView | undefined) =>
  privacy?.export ? privacy.export.readyAt === null : false

function Corrections() {
  return (
    <CardSection title="Corregir mis datos">
      <ul className="grid gap-2">
        <li>
          Usuario, celular, correo, foto y contraseña: en{' '}
          <Link to={paths.profile()}>Mi cuenta</Link>.
        </li>
        <li>
          Nombres: en <Link to={paths.profile()}>Mi cuenta</Link> mientras no hayamos verificado tu
          identidad. Después son los de tu documento: envía de nuevo{' '}
          <Link to={paths.documents()}>tu documento</Link> con el dato correcto, o pídelo por{' '}
          <Link to={paths.contact()}>Contacto</Link>. Respondemos en máximo 15 días hábiles.
        </li>
        <li>
          Número de documento: en <Link to={paths.profile()}>Mi cuenta</Link>. La verificación
          empieza de nuevo.
        </li>
        <li>
          Vehículo: en <Link to={paths.vehicles()}>Mis vehículos</Link>.
        </li>
      </ul>
    </CardSection>
  )
}
