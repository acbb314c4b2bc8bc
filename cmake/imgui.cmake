# Dear ImGui with the backends that we draw with.
tp_source(imgui https://github.com/ocornut/imgui.git 45acd5e0e82f4c954432533ae9985ff0e1aad6d5 TP_IMGUI)
add_library(imgui STATIC ${TP_IMGUI}/imgui.cpp ${TP_IMGUI}/imgui_draw.cpp ${TP_IMGUI}/imgui_tables.cpp
  ${TP_IMGUI}/imgui_widgets.cpp)
target_include_directories(imgui SYSTEM PUBLIC ${TP_IMGUI} ${TP_IMGUI}/backends)
target_compile_features(imgui PUBLIC cxx_std_17)
target_compile_definitions(imgui PUBLIC IMGUI_DISABLE_OBSOLETE_FUNCTIONS IMGUI_DISABLE_DEMO_WINDOWS
  IMGUI_DISABLE_DEBUG_TOOLS IMGUI_USE_WCHAR32 "ImDrawIdx=unsigned int")
tp_foreign(imgui)

if(EMSCRIPTEN)
  add_library(imgui_opengl STATIC ${TP_IMGUI}/backends/imgui_impl_opengl3.cpp)
  # Of what it asks every frame, the page knows the answers: wasm/app/gl_state.cpp.
  target_compile_definitions(imgui_opengl PRIVATE IMGUI_IMPL_OPENGL_ES3 glGetIntegerv=tpa_gl_get)
  target_link_libraries(imgui_opengl PUBLIC imgui)
  tp_foreign(imgui_opengl)
elseif(TARGET glfw AND OpenGL_FOUND)
  add_library(imgui_glfw STATIC ${TP_IMGUI}/backends/imgui_impl_glfw.cpp ${TP_IMGUI}/backends/imgui_impl_opengl3.cpp)
  target_link_libraries(imgui_glfw PUBLIC imgui glfw OpenGL::GL ${CMAKE_DL_LIBS})
  tp_foreign(imgui_glfw)
endif()
