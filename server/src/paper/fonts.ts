/** The letters of printed pages: which font holds each, and texts cut into runs of one font. Read once, when the first page is drawn. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

/** In the order in which they are asked for a letter. */
const SCRIPTS = {
  latin: 'noto-sans/files/noto-sans-latin',
  latinExt: 'noto-sans/files/noto-sans-latin-ext',
  devanagari: 'noto-sans-devanagari/files/noto-sans-devanagari-devanagari',
} as const
type Script = keyof typeof SCRIPTS
const NAMES = Object.keys(SCRIPTS) as readonly Script[]

const WEIGHTS = [400, 700] as const
export type Weight = (typeof WEIGHTS)[number]

interface Face {
  /** Of its file. */
  readonly bytes: Buffer
  readonly letters: ReadonlySet<number>
}

export type Faces = Readonly<Record<Script, Readonly<Record<Weight, Face>>>>

let read: Faces | undefined

export function readFaces(): Faces {
  const { resolve } = createRequire(import.meta.url)
  const face = (script: Script, weight: Weight): Face => {
    const bytes = readFileSync(resolve(`@fontsource/${SCRIPTS[script]}-${weight}-normal.woff`))
    return { bytes, letters: new Set((create(bytes) as Font).characterSet) }
  }
  read ??= Object.fromEntries(
    NAMES.map((script) => [script, { 400: face(script, 400), 700: face(script, 700) }]),
  ) as Faces
  return read
}

export interface Run {
  readonly script: Script
  readonly text: string
}

/** What no font has. */
const UNKNOWN = '?'
/** Shows nothing by itself, and joins or parts what is beside it. */
const JOINER = /[\u200c\u200d]/

/** The runs of a text: a letter stays with the font of the one before where that has it. Letters of other scripts are '?'. */
export function runsOf(faces: Faces, text: string): readonly Run[] {
  const runs: { script: Script; text: string }[] = []
  for (const letter of text.normalize('NFC')) {
    const has = (script: Script) => faces[script][400].letters.has(letter.codePointAt(0)!)
    const last = runs.at(-1)
    const found = last && has(last.script) ? last.script : NAMES.find(has)
    if (found === undefined && JOINER.test(letter)) continue
    const script = found ?? 'latin'
    const shown = found === undefined ? UNKNOWN : letter
    if (last?.script === script) last.text += shown
    else runs.push({ script, text: shown })
  }
  return runs
}
