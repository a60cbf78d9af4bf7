import { api } from '#web/lib/api.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { paths } from '#web/lib/paths.ts'
import { useRead } from '#web/lib/use-read.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { EmptyPage } from '#web/ui/empty-state.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { useAct } from '#web/ui/use-act.ts'

const TITLE = 'Contacto de confianza'

/** Page to accept or refuse being a trusted contact; needs no account. */
export function AnswerContact({ token }: { token: string }) {
  const query = useRead(
    ['invitation', token],
    (signal) => api.safety.readInvitation({ body: { token }, signal }),
    { retry: false },
  )
  const answer = useAct((agrees: boolean) =>
    api.safety.answerInvitation({ body: { token, agrees } }),
  )
  if (answer.data) return <Answered status={answer.data.status} by={query.data?.by ?? ''} />
  if (hasCode(query.error, 'link_invalid')) return <Invalid />
  if (!query.data) {
    return (
      <Page title={TITLE}>
        <QueryState query={query} what="la invitación" rows={1} rowClass="h-48" />
      </Page>
    )
  }
  const { by, status } = query.data
  return (
    <Page title={TITLE}>
      <CardSection
        title={
          status === 'agreed'
            ? `Eres el contacto de confianza de ${by}`
            : `${by} te nombró su contacto de confianza`
        }
        className="grid gap-4"
      >
        <p>
          {by} viaja con Cupo. Si aceptas, te escribimos cuando suba al carro, con un enlace para
          seguir el viaje, y cuando llegue.
        </p>
        <p className="text-muted">
          Si no quieres, no te escribiremos más por {by}. Tu número y tu correo solo los usamos para
          esto.
        </p>
        <ErrorBanner error={answer.error} />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button
            variant="secondary"
            pending={answer.isPending && !answer.variables}
            onClick={() => answer.mutate(false)}
          >
            No quiero recibir avisos
          </Button>
          {status === 'invited' && (
            <Button
              pending={answer.isPending && answer.variables}
              onClick={() => answer.mutate(true)}
            >
              Acepto
            </Button>
          )}
        </div>
      </CardSection>
    </Page>
  )
}

function Answered({ status, by }: { status: 'agreed' | 'refused'; by: string }) {
  return (
    <Page title={TITLE}>
      <Banner tone="ok" title={status === 'agreed' ? 'Listo, aceptaste' : 'Listo, no aceptaste'}>
        {status === 'agreed'
          ? `Te escribimos cuando ${by} suba al carro y cuando llegue. Con este enlace lo apagas.`
          : `No te escribiremos más por ${by}.`}
      </Banner>
    </Page>
  )
}

function Invalid() {
  return (
    <EmptyPage page={TITLE} title="Este enlace no sirve" to={paths.home()} link="Conocer Cupo">
      Puede que se haya copiado a medias, o que esa persona ya no te tenga como contacto.
    </EmptyPage>
  )
}
