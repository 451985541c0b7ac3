import type { Pdf } from './pdfDocument.js';

/** Kinds of parts of a document (ISO 32000-1, 14.8.4). */
export type Tag = 'Sect' | 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure' | 'Link';

interface OpenPart {
  readonly tag: Tag | 'Document';
  readonly part: PDFKit.PDFStructureElement;
}

/**
 * The structure of a PDF, so that a reader can tell a heading from a cell and read aloud in the order of the paper (tagged PDF, ISO 32000-1,
 * 14.8). All that is drawn is either text in an open part, or an artifact: rules, frames, the feet of pages, heads of tables that are drawn
 * again.
 */
export class Tags {
  private readonly open: OpenPart[];
  /** Depth of artifacts: nothing inside of one has a part of its own. */
  private artifacts = 0;

  constructor(private readonly pdf: Pdf) {
    const root = pdf.struct('Document');
    pdf.addStructure(root);
    this.open = [{ tag: 'Document', part: root }];
  }

  /** Draws a part of the document; `alt` says in words what a picture shows. */
  within(tag: Tag, draw: () => void, alt?: string): void {
    if (this.artifacts > 0) {
      draw();
      return;
    }
    const part = this.pdf.struct(tag, optionsOf(tag, alt));
    this.current.part.add(part);
    this.open.push({ tag, part });
    draw();
    this.open.pop();
  }

  /** Draws what belongs to the part that is open. */
  content(draw: () => void): void {
    if (this.artifacts > 0) {
      draw();
      return;
    }
    const { tag, part } = this.current;
    if (tag === 'Document' || tag === 'Sect') {
      // Parts of parts hold no text themselves (14.8.4.2).
      this.within('P', () => this.content(draw));
      return;
    }
    const content = this.pdf.markStructureContent('Span');
    draw();
    this.pdf.endMarkedContent();
    part.add(content);
  }

  /** Draws what is no part of the document. */
  artifact(draw: () => void): void {
    if (this.artifacts === 0) this.pdf.markContent('Artifact', { type: 'Layout' });
    this.artifacts += 1;
    draw();
    this.artifacts -= 1;
    if (this.artifacts === 0) this.pdf.endMarkedContent();
  }

  /** A place of the page that leads to an address, as a part of what is open; `words` say where to (ISO 14289-1, 7.18.5). */
  link(x: number, y: number, width: number, height: number, url: string, words: string): void {
    const options = {
      structParent: this.current.part,
      // pdfkit writes a string as a name, and a String as a text.
      Contents: Object(words) as string,
    };
    this.pdf.link(x, y, width, height, url, options);
  }

  /** Opens a part that is filled by what is drawn until {@link close}. */
  begin(tag: Tag): void {
    const part = this.pdf.struct(tag);
    this.current.part.add(part);
    this.open.push({ tag, part });
  }

  close(): void {
    this.open.pop();
  }

  private get current(): OpenPart {
    const part = this.open.at(-1);
    if (part === undefined) throw new Error('the document is always open');
    return part;
  }
}

/** The head of a column says so, so that a reader names it with each cell (ISO 32000-1, 14.8.5.7). */
function optionsOf(
  tag: Tag,
  alt: string | undefined,
): PDFKit.Mixins.StructureElementOptions & { readonly scope?: 'Column' } {
  return { ...(alt !== undefined && { alt }), ...(tag === 'TH' && { scope: 'Column' }) };
}

const known = new WeakMap<Pdf, Tags>();

/** The structure of this document; one is begun with the first call. */
export function tagsOf(pdf: Pdf): Tags {
  const tags = known.get(pdf) ?? new Tags(pdf);
  known.set(pdf, tags);
  return tags;
}
