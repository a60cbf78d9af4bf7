import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StepHeader } from '#web/ui/step-header.tsx'
import { NextBar } from './next-bar.tsx'
import { publishSteps, stepTitles } from './publish-draft.ts'

export const PUBLISH_TITLE = 'Publicar viaje'
export const VISITORS_LEAD = 'Mira cuánto recibes por tu ruta, sin crear cuenta.'
export const CHOOSE_ENDS = 'Elige origen y destino.'

/** Skeleton of the first fields, in their final size. */
function FieldOutlines({ withSeats }: { withSeats?: boolean }) {
  return (
    <Card className="grid gap-4">
      {['Origen', 'Destino'].map((label) => (
        <div key={label} className="grid gap-1.5">
          <span className="font-semibold">{label}</span>
          <div className="control animate-skeleton" />
        </div>
      ))}
      {withSeats && (
        <div className="flex items-center justify-between gap-4">
          <div>
            <span className="font-semibold">Cupos</span>
          </div>
          <div className="h-11.5 w-34.5 animate-skeleton rounded-control border border-edge" />
        </div>
      )}
    </Card>
  )
}

const Loading = () => (
  <p role="status" className="sr-only">
    Cargando…
  </p>
)

/** Skeleton of the visitors' view until its code has loaded. */
export function VisitorsPlace() {
  return (
    <Page title={PUBLISH_TITLE} lead={VISITORS_LEAD}>
      <Loading />
      <FieldOutlines withSeats />
      <p className="text-muted">{CHOOSE_ENDS}</p>
      <Skeleton className="h-96 rounded-card" />
    </Page>
  )
}

/** Skeleton of the first step until the draft can be shown. */
export function StepPlace() {
  return (
    <Page title={PUBLISH_TITLE}>
      <StepHeader steps={stepTitles} current={0} />
      <div className="flex flex-col gap-6">
        <Loading />
        <h2 className="text-xl">{publishSteps[0].question}</h2>
        <FieldOutlines />
        <NextBar first disabled onNext={() => undefined} />
      </div>
    </Page>
  )
}

/** The prerendered view has both skeletons; CSS shows one, by whether a session is stored. */
export function PublishPlace() {
  return (
    <>
      <div data-audience="out">
        <VisitorsPlace />
      </div>
      <div data-audience="in">
        <StepPlace />
      </div>
    </>
  )
}
