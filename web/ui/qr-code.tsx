import { useMemo } from 'react'
import { encode } from 'uqr'

/** Returns the dark modules of all rows as one SVG path. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  let path = ''
  rows.forEach((row, y) => {
    let start = -1
    for (let x = 0; x <= row.length; x++) {
      const dark = row[x] === true
      if (dark && start < 0) start = x
      if (!dark && start >= 0) {
        path += `M${start} ${y}h${x - start}v1H${start}z`
        start = -1
      }
    }
  })
  return path
}

type QrCodeProps = { text: string; label: string; className?: string }

/** A QR code as SVG with its quiet zone; always black on white, also in dark mode. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: 3 })
    return { size: code.size, path: pathOf(code.data) }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}
