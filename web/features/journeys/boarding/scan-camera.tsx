import { Camera as CameraIcon, Flashlight, FlashlightOff, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { type Camera, useCamera } from '#web/ui/use-camera.ts'
import { openQrReader } from './qr-reader.ts'

const EVERY_MS = 180
/** Maximum length of a ticket in characters; a longer QR code is not a ticket. */
const TEXT_MAX = 400

type ScanCameraProps = {
  paused: boolean
  /** The last accepted ticket. It is ignored: it may still be in front of the camera. */
  accepted: string | null
  onText: (text: string) => void
}

/** Scans for a code several times a second while the camera is on and no result is shown. */
function useReading(camera: Camera, { paused, accepted, onText }: ScanCameraProps): void {
  const found = useRef(onText)
  found.current = onText
  const active = camera.state === 'on' && !paused
  const { video } = camera
  useEffect(() => {
    if (!active) return
    let current = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const reader = openQrReader()
    const look = async () => {
      const read = await reader
      const picture = video.current
      const ready = picture !== null && picture.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
      const text = ready ? await read(picture).catch(() => null) : null
      if (!current) return
      const fresh = text !== null && text !== accepted && text.length <= TEXT_MAX
      if (fresh) return found.current(text)
      timer = setTimeout(() => void look(), EVERY_MS)
    }
    // If the reader fails to load, the driver can still type the code.
    look().catch(() => undefined)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [active, accepted, video])
}

/** Opens the camera at once where the person has permitted it; the primer asks everybody else. */
function useOpened({ start }: Camera): void {
  useEffect(() => {
    let current = true
    const open = async () => {
      // Some browsers have no permissions to ask, or none of this name.
      const { state } = await navigator.permissions.query({ name: 'camera' as PermissionName })
      if (current && state === 'granted') await start()
    }
    open().catch(() => undefined)
    return () => {
      current = false
    }
  }, [start])
}

function statusOf({ paused, accepted }: ScanCameraProps): string {
  if (paused) return 'Cámara en pausa.'
  return accepted ? 'Apunta al QR del siguiente pasajero.' : 'Apunta al QR del tiquete.'
}

/** The camera; explains its purpose before the permission prompt. */
export function ScanCamera(props: ScanCameraProps) {
  const camera = useCamera()
  useOpened(camera)
  useReading(camera, props)
  const live = camera.state === 'on' || camera.state === 'starting'
  return (
    <>
      {!live && <Primer camera={camera} />}
      <div className={cx('relative overflow-hidden rounded-card bg-ink', !live && 'hidden')}>
        <video
          ref={camera.video}
          playsInline
          muted
          aria-label="Cámara"
          className="aspect-square w-full object-cover sm:aspect-video"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-0 m-auto size-3/5 max-h-64 max-w-64
            rounded-card border-4 border-maiz"
        />
        <div className="absolute inset-x-0 bottom-0 flex justify-between gap-3 p-3">
          {camera.torch ? (
            <Button
              size="sm"
              variant="secondary"
              aria-pressed={camera.torch.on}
              onClick={camera.torch.toggle}
              Icon={camera.torch.on ? FlashlightOff : Flashlight}
            >
              {camera.torch.on ? 'Apagar linterna' : 'Linterna'}
            </Button>
          ) : (
            <span />
          )}
          <Button size="sm" variant="secondary" onClick={camera.stop} Icon={X}>
            Cerrar cámara
          </Button>
        </div>
      </div>
      {live && (
        <p role="status" className="-mt-3 text-center text-sm text-muted">
          {statusOf(props)}
        </p>
      )}
    </>
  )
}

function Primer({ camera }: { camera: Camera }) {
  return (
    <Card className="grid justify-items-center gap-3 text-center">
      <span
        aria-hidden="true"
        className="grid size-16 place-items-center rounded-full bg-bosque-soft text-bosque"
      >
        <CameraIcon className="size-8" />
      </span>
      <h2 className="text-xl">Escanea el QR de cada pasajero</h2>
      <p className="text-muted">
        Usamos la cámara solo para leer el código; no guardamos ninguna imagen.
      </p>
      {camera.state === 'denied' && (
        <Banner tone="warn" className="text-left">
          Tu navegador no nos deja usar la cámara. Permítela en los ajustes del sitio o escribe el
          código.
        </Banner>
      )}
      {camera.state === 'missing' && (
        <Banner tone="warn" className="text-left">
          No encontramos una cámara disponible. Escribe el código del tiquete.
        </Banner>
      )}
      <Button onClick={() => void camera.start()}>Usar la cámara</Button>
    </Card>
  )
}
