import { useQueryClient } from '@tanstack/react-query'
import type { Consent, PrivacyView } from '#contract/privacy.ts'
import { api } from '#web/lib/api.ts'
import { brand, unlisted } from '#web/lib/brand.ts'
import { dayAndTime } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { calendarDayLong } from '#web/shared/users/consents/calendar-day.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { ClosingSection, moneyText } from './closing-section.tsx'
import { ExportSection } from './export-section.tsx'

export const meta = unlisted('Mis datos')

/** Privacy page: consents, copy of the data, corrections, and closing the account. */
export default function MyData() {
  const queries = useQueryClient()
  const answer = useRead(queryKeys.privacy(), (signal) => api.privacy.show({ signal }), {
    // Polls while a job makes the copy of the data.
    refetchInterval: ({ state }) => (isBeingMade(state.data?.privacy) ? 3000 : false),
  })
  const show = (changed: { privacy: PrivacyView }) =>
    queries.setQueryData(queryKeys.privacy(), changed)
  return (
    <Page title="Mis datos" lead="Lo que nos permites, y lo que puedes hacer con tus datos.">
      {!answer.data && <QueryState query={answer} what="tus datos" rows={3} rowClass="h-40" />}
      {answer.data && (
        <>
          {answer.data.privacy.coming && <TermsNotice coming={answer.data.privacy.coming} />}
          <Money before={answer.data.privacy.beforeClosing} />
          <ConsentList consents={answer.data.privacy.consents} onChange={show} />
          <ExportSection made={answer.data.privacy.export} onChange={show} />
          <Corrections />
          <ClosingSection privacy={answer.data.privacy} onChange={show} />
          <p className="text-muted">
            Qué guardamos, para qué y por cuánto tiempo está en la{' '}
            <Link to={paths.privacy()}>política de privacidad</Link>. Para conocer, corregir o
            borrar tus datos (Ley 1581 de 2012) también puedes escribir a{' '}
            <a href={`mailto:${brand.privacy_mail}`} className="wrap-anywhere underline">
              {brand.privacy_mail}
            </a>
            .
          </p>
        </>
      )}
    </Page>
  )
}

const isBeingMade = (privacy: PrivacyView | undefined) =>
  privacy?.export ? privacy.export.readyAt === null : false

function Money({ before }: { before: PrivacyView['beforeClosing'] }) {
  const { heldPesos } = before
  return (
    <CardSection title="Tu dinero" aside={<Link to={paths.wallet()}>Ver mi billetera</Link>}>
      <p>
        Tienes <strong className="tnum">{moneyText(before)}</strong>.
      </p>
      {heldPesos > 0 && (
        <p className="text-muted">
          Lo apartado es de tus reservas, de comisiones por cobrar o de un retiro en camino.
        </p>
      )}
    </CardSection>
  )
}

function Corrections() {
  return (
    <CardSection title="Corregir mis datos">
      <ul className="grid gap-2">
        <li>
          Usuario, celular y foto: en <Link to={paths.profile('datos')}>Tus datos</Link>. Correo y
          contraseña: en <Link to={paths.profile('seguridad')}>Seguridad</Link>.
        </li>
        <li>
          Nombres: en <Link to={paths.profile('datos')}>Tus datos</Link> mientras no hayamos
          verificado tu identidad. Después son los de tu documento: envía de nuevo{' '}
          <Link to={paths.identity(paths.myData())}>tu documento</Link> con el dato correcto, o
          pídelo por <Link to={paths.contact()}>Contacto</Link>. Respondemos en máximo 15 días
          hábiles.
        </li>
        <li>
          Número de documento: en <Link to={paths.profile('datos')}>Tus datos</Link>. La
          verificación empieza de nuevo.
        </li>
        <li>
          Vehículo: en <Link to={paths.vehicles()}>Mis vehículos</Link>.
        </li>
      </ul>
    </CardSection>
  )
}

type Coming = NonNullable<PrivacyView['coming']>

/** Announcement of new terms: the changes, their first day, and how to leave before. */
function TermsNotice({ coming: { version, changes } }: { coming: Coming }) {
  return (
    <Banner tone="info" title={`Los términos cambian el ${calendarDayLong(version)}`} live="off">
      {changes} <Link to={paths.terms()}>Lee los términos</Link>. Si no estás de acuerdo, puedes
      cerrar tu cuenta sin costo antes de ese día.
    </Banner>
  )
}

type Props = { consents: Consent[]; onChange: (answer: { privacy: PrivacyView }) => void }

/** The person's consents with their dates; optional ones can be given or withdrawn. */
function ConsentList({ consents, onChange }: Props) {
  return (
    <CardSection title="Tus permisos">
      <ul className="grid divide-y divide-line">
        {consents.map((consent) => (
          <li key={consent.purpose} className="grid gap-2 py-4 first:pt-0 last:pb-0">
            <ConsentRow consent={consent} onChange={onChange} />
          </li>
        ))}
      </ul>
    </CardSection>
  )
}

/** Terms and privacy have no button: they end with the account. */
const changeable = (purpose: Consent['purpose']) =>
  purpose === 'terms' || purpose === 'privacy' ? 'marketing' : purpose

function ConsentRow({ consent, onChange }: { consent: Consent; onChange: Props['onChange'] }) {
  const { purpose, title, text, given, canChange } = consent
  const change = useAct(
    () => api.privacy.changeConsent({ body: { purpose: changeable(purpose), given: !given } }),
    { done: given ? 'Permiso retirado' : 'Permiso guardado', onDone: onChange },
  )
  return (
    <>
      <h3 className="text-lg">{title}</h3>
      <p>{text}</p>
      <p className="text-sm text-muted">{stateOf(consent)}</p>
      <ErrorBanner error={change.error} />
      {canChange && (
        <div>
          <Button variant="secondary" size="sm" run={change}>
            {given ? 'Retirar el permiso' : 'Dar el permiso'}
            <span className="sr-only">: {title}</span>
          </Button>
        </div>
      )}
      {given && !canChange && (
        <p className="text-sm text-muted">Se retira cerrando la cuenta, más abajo.</p>
      )}
    </>
  )
}

function stateOf({ given, at, version }: Consent): string {
  if (at === null) return 'No lo has dado.'
  const of = version === null ? '' : ` · versión del ${version}`
  return `${given ? 'Lo diste' : 'Lo retiraste'} ${dayAndTime(at)}${of}`
}
