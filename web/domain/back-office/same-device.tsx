import { Banner } from '#web/ui/banner.tsx'

/**
 * Warning before a second signature when the first signer used this browser too. It is only a hint:
 * two people can share a device, or one person can sign twice.
 */
export function SameDevice({ by }: { by: string }) {
  return (
    <Banner tone="warn" live="off" title={`Este dispositivo también lo usó ${by}`}>
      Quien firmó primero entró desde aquí. Antes de firmar, confirma que son dos personas.
    </Banner>
  )
}
