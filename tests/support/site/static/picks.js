customElements.define("harbour-picks", class extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: "open" });
    const cards = [...this.children].map((each) => `
      <div class="pick"><a href="/shop/product/${each.dataset.slug}">${each.textContent}</a>
      <span>${each.dataset.price}</span>
      <button type="button" data-slug="${each.dataset.slug}" aria-label="Add ${each.textContent} to the cart">Add</button></div>`);
    root.innerHTML = `<style>
      :host { display: flex; flex-wrap: wrap; gap: 16px; }
      .pick { border: 1px solid #c9d2d9; border-radius: 6px; padding: 12px; min-width: 200px; display: grid; gap: 6px; }
      button { justify-self: start; padding: 6px 14px; }</style>${cards.join("")}`;
    root.addEventListener("click", async (event) => {
      const slug = event.target.dataset && event.target.dataset.slug;
      if (!slug) return;
      await fetch("/shop/cart/add", { method: "POST", body: new URLSearchParams({ product: slug, quantity: "1" }) });
      location.href = "/shop/cart";
    });
  }
});
