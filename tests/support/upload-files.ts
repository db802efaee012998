/** Files to send: a picture, an app, and such that only look like them. Bytes by hand, so that nothing is unpacked to make them. */
import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

/** One white pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
)

/** A PNG that says it is so large, and holds next to nothing. */
export function pngOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8) // eight bits, red green blue
  const chunk = (type: string, content: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), content])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(content.length, 0)
    ends.writeUInt32BE(crc32(typed), 4)
    return Buffer.concat([ends.subarray(0, 4), typed, ends.subarray(4)])
  }
  const signature = PNG.subarray(0, 8)
  const content = deflateSync(Buffer.alloc(1000))
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', content),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Begins like a GIF and is a script. */
export const GIF_AND_SCRIPT = Buffer.from('GIF89a/*\0\0\0*/=1;alert(document.cookie);//')

interface Packed {
  readonly name: string
  readonly content: string | Buffer
  /** What the archive says the size is once it is unpacked; the truth where it is left out. */
  readonly claims?: number
}

/** A zip of these entries. */
export function zipOf(...entries: readonly Packed[]): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { name, content, claims } of entries) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const facts = Buffer.alloc(26) // the part that a local header and a central one have in common
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(claims ?? bytes.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const here = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), packed])
    const ends = Buffer.alloc(14)
    ends.writeUInt32LE(offset, 10)
    local.push(here)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), facts, ends, Buffer.from(name)]))
    offset += here.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, directory, end])
}

const manifest = { name: 'AndroidManifest.xml', content: '<manifest package="app.munim"/>' }

export const APK = zipOf(manifest, { name: 'classes.dex', content: 'dex\n035' })

/** Some kilobytes that say they are four gigabytes each. */
export const ZIP_BOMB = zipOf(
  manifest,
  ...['a', 'b', 'c'].map((name) => ({ name, content: Buffer.alloc(1_000_000), claims: 0xfffffffe })),
)
