import { type ReactNode, useState } from 'react'
import { AfterHydration } from '#web/ui/after-hydration.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog, Dialog, Sheet } from '#web/ui/dialog.tsx'
import { LateShare } from '#web/ui/late-share.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { ShareButton } from '#web/ui/share-button.tsx'
import { StepHeader } from '#web/ui/step-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { toastAction, toastDone, toastUndo } from '#web/ui/toaster.ts'
import { Toasts } from '#web/ui/toasts.tsx'
import { samples } from './samples.ts'

const { place, way, sentence } = samples
const nothing = () => {}

/** A button that opens something over the page. */
function Opener({
  text,
  children,
}: {
  text: string
  children: (open: boolean, close: () => void) => ReactNode
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        {text}
      </Button>
      {children(open, () => setOpen(false))}
    </>
  )
}

function Dialogs() {
  return (
    <div className="flex flex-wrap gap-3">
      <Opener text="Diálogo">
        {(open, onClose) => (
          <Dialog {...{ open, onClose }} title={way} footer={<Button onClick={onClose}>Ya</Button>}>
            {sentence}
          </Dialog>
        )}
      </Opener>
      <Opener text="Hoja">
        {(open, onClose) => (
          <Sheet {...{ open, onClose }} title={way} footer={<Button onClick={onClose}>Ya</Button>}>
            {sentence}
          </Sheet>
        )}
      </Opener>
      <Opener text="Confirmar">
        {(open, close) => (
          <ConfirmDialog
            open={open}
            title={`¿Cancelar tu cupo de ${way}?`}
            confirm="Cancelar mi cupo"
            keep="Conservar"
            onConfirm={close}
            onKeep={close}
            danger
          >
            {sentence}
          </ConfirmDialog>
        )}
      </Opener>
    </div>
  )
}

function Views() {
  const [selected, select] = useState('a')
  return (
    <Tabs
      label="Viajes"
      selected={selected}
      onSelect={select}
      tabs={[
        { key: 'a', title: 'Próximos', content: sentence },
        { key: 'b', title: 'Los que ya terminaron', content: way },
        { key: 'c', title: 'Cancelados', content: 'Ninguno.' },
      ]}
    />
  )
}

function Pages() {
  const [page, setPage] = useState(2)
  return (
    <>
      <Pager page={page} totalPages={12} onPage={setPage} of="reservas" />
      <Pager page={1} totalPages={12} onPage={nothing} of="reservas" busy />
    </>
  )
}

/** What stands around or over a screen, by the file of its component. */
export const around: Record<string, ReactNode> = {
  'bottom-bar.tsx': (
    <BottomBar action={<Button>Reservar y pagar</Button>}>
      <p className="text-sm text-muted">{place}</p>
      <PesoAmount value={1_234_567} size="lg" />
    </BottomBar>
  ),
  'dialog.tsx': <Dialogs />,
  'late-share.tsx': <LateShare label="Compartir viaje" text={way} path="/trips" />,
  'page.tsx': (
    <Page
      title={way}
      lead={sentence}
      back={{ to: '/trips', label: 'Todos los viajes' }}
      actions={<Button size="sm">Publicar otro viaje</Button>}
    >
      {sentence}
    </Page>
  ),
  'pager.tsx': <Pages />,
  'share-button.tsx': (
    <AfterHydration>
      <ShareButton label="Compartir viaje" text={way} path="/trips" />
    </AfterHydration>
  ),
  'step-header.tsx': (
    <>
      <StepHeader steps={['Ruta', 'Paradas intermedias', 'Precio por cupo']} current={0} />
      <StepHeader steps={['Ruta', 'Paradas intermedias', 'Precio por cupo']} current={2} />
    </>
  ),
  'tabs.tsx': <Views />,
  'takes-focus.tsx': (
    <Opener text="Mostrar algo que toma el foco">
      {(open) => open && <TakesFocus>{sentence}</TakesFocus>}
    </Opener>
  ),
  'toasts.tsx': (
    <div className="flex flex-wrap gap-3">
      <Button size="sm" onClick={() => toastDone(`Viaje a ${place} publicado`)}>
        Aviso
      </Button>
      <Button size="sm" onClick={() => toastUndo(`Borraste ${way}`, nothing)}>
        Deshacer
      </Button>
      <Button size="sm" onClick={() => toastAction(sentence, 'Recargar', nothing)}>
        Con acción
      </Button>
      <Toasts />
    </div>
  ),
}
