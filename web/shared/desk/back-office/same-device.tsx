import { Banner } from '#web/ui/banner.tsx'

/** Warns before a second signature from the same browser: only a hint, people share devices. */
export function SameDevice({ by }: { by: string }) {
  return (
    <Banner tone="warn" live="off" title={`Este dispositivo también lo usó ${by}`}>
      Quien firmó primero entró desde aquí. Antes de firmar, confirma que son dos personas.
    </Banner>
  )
}
