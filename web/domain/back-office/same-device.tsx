import { Banner } from '#web/ui/banner.tsx'

/** Before a second signature: the first signer used this browser too, which proves nothing. */
export function SameDevice({ by }: { by: string }) {
  return (
    <Banner tone="warn" live="off" title={`Este dispositivo también lo usó ${by}`}>
      Quien firmó primero entró desde aquí. Antes de firmar, confirma que son dos personas.
    </Banner>
  )
}
