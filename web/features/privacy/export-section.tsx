import type { PrivacyView } from '#contract/privacy.ts'
import { EXPORT_DAYS } from '#contract/privacy-limits.ts'
import { api } from '#web/lib/api.ts'
import { before, sentence } from '#web/lib/format.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useGuarded } from '#web/shared/access/auth/step-up.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'

type Props = { made: PrivacyView['export']; onChange: (answer: { privacy: PrivacyView }) => void }

/** Requests a copy of all personal data, shows when it is ready, and downloads it. */
export function ExportSection({ made, onChange }: Props) {
  const { run, refused, pending, dialog } = useGuarded()
  const ask = () => run(async () => onChange(await api.privacy.askExport({ body: {} })))
  const download = (format: 'json' | 'pdf') =>
    run(async () => {
      saveFile(await api.privacy.download({ query: { format } }), `cupo-mis-datos.${format}`)
    })
  const isReady = made !== null && made.readyAt !== null
  return (
    <CardSection title="Copia de mis datos">
      <div className="grid gap-4">
        <p>
          Todo lo que nos diste y lo que guardamos de ti, en un PDF para leer y un archivo JSON para
          llevar a otra parte. Queda {EXPORT_DAYS} días para descargar. Tus fotos y documentos los
          descargas desde tu cuenta.
        </p>
        <ErrorBanner error={refused} />
        {made && !isReady && (
          <Banner tone="info" title="La estamos preparando">
            Te avisamos por correo y aquí cuando esté lista.
          </Banner>
        )}
        {isReady && made.expiresAt && (
          <Banner tone="ok" title="Tu copia está lista">
            {sentence(`Descárgala ${before(made.expiresAt)}`)}
          </Banner>
        )}
        <div className="flex flex-wrap gap-3">
          {isReady && <Button onClick={() => void download('pdf')}>Descargar PDF</Button>}
          {isReady && (
            <Button variant="secondary" onClick={() => void download('json')}>
              Descargar JSON
            </Button>
          )}
          {(made === null || isReady) && (
            <Button
              variant={isReady ? 'ghost' : 'primary'}
              pending={pending}
              onClick={() => void ask()}
            >
              {isReady ? 'Pedir otra copia' : 'Pedir una copia'}
            </Button>
          )}
        </div>
      </div>
      {dialog}
    </CardSection>
  )
}
