import { useMutation } from '@tanstack/react-query'
import type { Consent, PrivacyView } from '#contract/privacy.ts'
import { api } from '#web/lib/api.ts'
import { dateTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { toastDone } from '#web/ui/toaster.ts'

type Props = { consents: Consent[]; onChange: (answer: { privacy: PrivacyView }) => void }

/** The person's consents with their dates; optional ones can be given or withdrawn. */
export function ConsentList({ consents, onChange }: Props) {
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

function ConsentRow({ consent, onChange }: { consent: Consent; onChange: Props['onChange'] }) {
  const { purpose, title, text, given, canChange } = consent
  const change = useMutation({
    mutationFn: () =>
      api.privacy.changeConsent({
        body: { purpose: purpose === 'selfie' ? 'selfie' : 'marketing', given: !given },
      }),
    onSuccess: (answer) => {
      onChange(answer)
      toastDone(given ? 'Permiso retirado' : 'Permiso guardado')
    },
  })
  return (
    <>
      <h3 className="text-lg">{title}</h3>
      <p>{text}</p>
      <p className="text-sm text-muted">{stateOf(consent)}</p>
      <ErrorBanner error={change.error} />
      {canChange && (
        <div>
          <Button
            variant="secondary"
            size="sm"
            pending={change.isPending}
            onClick={() => change.mutate()}
          >
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
  return `${given ? 'Lo diste' : 'Lo retiraste'} el ${dateTime(at)}${of}`
}
